; Exercises: restrict: a window of a map that is included; its size and places count on the whole map, what lies outside is dropped, and behind the reset places count in the window.
(game-module "29-window" (title "The Middle of the Valley"))
(area 16 14 (restrict 30 24 8 6))
(include "29-big-map")
(area (restrict reset))
(hut 9 8 2 (n "Own"))
