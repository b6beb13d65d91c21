import { register } from "node:module";

// Loaded by `node --import`: from here on this process runs TypeScript by the compiler of the project.
register("./typescript-hook.js", import.meta.url);
