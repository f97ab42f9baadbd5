; Exercises: variants of a module that another one takes as its base: they run only where it is played itself.
(game-module "27-base-mill" (title "One Mill")
  (variants
    ("Many towns" towns true (true (add mill start-with 9)))
    (see-all true)))
(unit-type mill (hp-max 8) (acp-per-turn 1) (start-with 1))
(unit-type miller (hp-max 2) (acp-per-turn 3) (start-with 2))
(terrain-type brook (char "~") (occurrence 1))
(terrain-type field (char ".") (occurrence 4))
(set synthesis-methods '(make-random-terrain make-countries))
