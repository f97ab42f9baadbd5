; The tutorial of the designer's manual of Xconq 7.0 ("A Tutorial Example"), stage 1 of 9: one type of unit and one of terrain, and nobody can do anything
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
