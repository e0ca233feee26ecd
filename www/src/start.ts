/**
 * The page's first code: the engine is started before the rest is there. Styles of one view alone come with its code,
 * behind these.
 */
import { startEarly } from "./engine/early";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/text.css";
import "./styles/answer.css";
import "./styles/controls.css";
import "./styles/clusters.css";
import "./styles/table.css";
import "./styles/card.css";
import "./styles/spread.css";
import "./styles/steps.css";
import "./styles/sweep.css";
import "./styles/stage.css";
import "./styles/ladder.css";
import "./styles/forced.css";
import "./styles/print.css";

startEarly();
void import("./main");
