; The tutorial of the designer's manual of Xconq 7.0 ("A Tutorial Example"), stage 4 of 9: the monster brings them down
; Facts and numbers are the manual's. Its lost parentheses are put back, each with a comment; whatever else is mended says so.
(game-module "g-vs-t"
  (title "Godzilla vs Tokyo")
  (blurb "Godzilla stomps on Tokyo")
)  ; mended: the parenthesis is lost

(unit-type monster
  (image-name "monster")
  (start-with 1)
)  ; mended: the parenthesis is lost

(terrain-type street (color "gray"))

(add monster acp-per-turn 4)

(unit-type building (image-name "city20"))
(table independent-density (building street 500))

(table hit-chance
  (monster building 90)
  (building monster 10)
)  ; mended: the parenthesis is lost
(table damage
  (monster building 1)
  (building monster 3)
)  ; mended: the parenthesis is lost
(add (monster building) hp-max (100 3))
