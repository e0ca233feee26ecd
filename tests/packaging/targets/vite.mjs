// Vite as it is today.
import { vite } from "../harness/vite.mjs";

export default vite("vite");
