/** What is needed once somebody works with an answer: loaded behind the first one. */
import { registerServiceWorker } from "../offline/offline";
import { holdStill } from "../ui/held";
import { selectNamesWhole } from "../ui/whole-names";
import { acceptPastes } from "./paste-anywhere";
import { Search } from "./search";
import { searchBox } from "./search-place";

selectNamesWhole(document.documentElement);
addEventListener("pointerdown", holdStill);
acceptPastes(document.documentElement);
searchBox.value = Search;
void registerServiceWorker();
