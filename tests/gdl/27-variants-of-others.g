; Exercises: the variants of a base (which never run) and of an included module (which do); a variant that stands twice; a value whose forms are faulty and never read.
(game-module "27-variants-of-others" (title "Two Mills")
  (base-module "27-base-mill")
  (variants
    (wheels 2 (2 (add mill acp-per-turn 2)) (5 (add mill acp-per-turn 5)))
    ("Wheels again" wheels 2 (2 (add mill hp-max 20)) (5 (add mill hp-max 50)))
    ("T" broken false (true (set no-such 5)))))
(include "27-part-race" (fast true))
