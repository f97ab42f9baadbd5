; Exercises: variants of a module that another one includes: they run with the values given there, else with their defaults.
(game-module "27-part-race"
  (variants
    ("Fast millers" fast false
      (false (set last-turn 90))
      (true (set last-turn 30)))
    (calm true (true (set country-separation-min 5)))))
