; The tutorial of the designer's manual of Xconq 7.0 ("A Tutorial Example"), stage 9 of 9: the scenario
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

(unit-type rubble-pile (image-name "???"))
(add building wrecked-type rubble-pile)

(table unit-size-in-terrain (rubble-pile t* 0))

(unit-type mob (name "panic-stricken mob") (image-name "mob"))
(unit-type |fire truck| (image-name "firetruck"))
(unit-type |national guard| (image-name "soldiers"))

(define f |fire truck|)
(define g |national guard|)
(define humans (mob f g))

(add humans acp-per-turn (1 6 2))

(add table hit-chance
  (monster humans 50)
  (humans monster (0 10 70))
)  ; mended: the parenthesis is lost

(scorekeeper (do last-side-wins))

(add f point-value 0)

(side 1)
(side 2 (name "Tokyo") (adjective "Japanese"))

(unit monster (s 1) (n "Godzilla"))
(unit |fire truck| (s 2))  ; mended: `firetruck` is the name of its picture
(unit |fire truck| (s 2))  ; mended: the same
(building 9 10 2)
(define b building) ; abbreviate
(b 10 10 2)
(b 11 10 2 (n "K-Mart"))
(b 12 12 2 (n "Tokyo Hilton"))
(b 13 12 2 (n "Hideyoshi's Rice Farm"))
(b 14 12 2 (n "Apple Japan"))
