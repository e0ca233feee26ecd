// Vite 7, which moves what is imported into a folder of its own in development, by esbuild.
import { vite } from "../harness/vite.mjs";

export default vite("vite-7");
