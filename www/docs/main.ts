/** What runs on every page of the documentation: the embeds, and the worker that serves it without a network. */
import "./live";
import { registerServiceWorker } from "../src/offline/offline";

void registerServiceWorker();
