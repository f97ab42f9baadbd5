; The terrain of terrain/earthlike for games in GDL: `(include "stdterr")`, as the manual's hints on types name such a set (seed 000).
; Ours: names and shares are those of earthlike.ron, and a test compares the two.

(game-module "stdterr" (title "Terrain like Earth's") (blurb "Types of terrain for games about land and sea."))

(terrain-type sea (char "~") (color "2f5f9e") (help "deep water") (liquid true))
(terrain-type shallows (char ",") (color "5b93c9") (help "water near coasts, and lakes") (liquid true))
(terrain-type swamp (char "=") (color "6f8f6a") (help "low and wet: hard going"))
(terrain-type plains (char "+") (color "9dbb5c") (help "open land: easy going"))
(terrain-type forest (char "%") (color "4f7f3f") (help "woods"))
(terrain-type desert (char ".") (color "d9c27e") (help "sand and stone"))
(terrain-type mountains (char "^") (color "8d7a66") (help "high and steep"))
(terrain-type ice (char "_") (color "e8eef2") (help "glaciers on the highest peaks"))
(terrain-type river (subtype border) (subtype-x river-x) (color "3f74b8") (help "a river between two cells") (occurrence 0))
(terrain-type road (subtype connection) (subtype-x road-x) (color "a0642c") (help "a road between two cells") (occurrence 0))

(define water (sea shallows))
(define land (swamp plains forest desert mountains ice))
(define cell-terrain (append water land))

(add cell-terrain alt-percentile-min (0 63 68 68 68 68 94 99))
(add cell-terrain alt-percentile-max (62 67 70 93 93 93 98 100))
(add cell-terrain wet-percentile-min (0 0 70 22 70 0 0 0))
(add cell-terrain wet-percentile-max (100 100 100 69 100 21 100 100))
(add cell-terrain elevation-min (0 0 1 1 1 1 500 3000))
(add cell-terrain elevation-max (0 0 500 500 500 500 3000 4500))
(add cell-terrain occurrence (60 8 2 14 8 6 5 1))
(add (swamp plains forest mountains ice) river-chance (150 200 300 700 700))

(set alt-blob-density 1000)
(set alt-blob-size 300)
(set alt-blob-height 500)
(set alt-smoothing 0)
(set wet-blob-density 1000)
(set wet-blob-size 150)
(set wet-blob-height 100)
(set wet-smoothing 1)
(set edge-terrain sea)
(set river-sink-terrain shallows)
