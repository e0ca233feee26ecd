/** What is needed once somebody works with an answer: loaded behind the first one. */
import { registerServiceWorker } from "../offline/offline";
import { holdStill } from "../ui/held";
import { selectNamesWhole } from "../ui/whole-names";

selectNamesWhole(document.documentElement);
addEventListener("pointerdown", holdStill);
void registerServiceWorker();
