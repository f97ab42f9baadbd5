; Exercises: a map that another module shows a part of; alone, it is the whole.
(game-module "29-big-map" (title "The Long Valley"))
(terrain-type slope (char "/"))
(terrain-type floor (char "_"))
(unit-type hut (hp-max 4) (acp-per-turn 1))
(area 30 24)
(area (terrain (by-name slope floor)
  "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a"
  "14a2b14a"
  "14a3b13a"
  "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a" "30a"))
(area (features ((1 "valley" "Long Valley"))
  "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0,"
  "14*0,2*1,7,13*0,"
  "14*0,3*1,13*0,"
  "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0," "30*0,"))
(side 1 (name "Upvalley"))
(side 2 (name "Downvalley"))
(hut 15 12 1 (n "Near"))
(hut 17 11 2 (n "Far"))
(hut 3 20 1 (n "Beyond"))
(set synthesis-methods nil)
