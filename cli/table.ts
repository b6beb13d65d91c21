import type { Command } from "./frame.js";

/**
 * Every command, in the order in which somebody meets them. Each has a module of its own, `cli/<name>.ts`, that
 * exports `run(argv)` and answers `--help` itself.
 */
export const commands: readonly Command[] = [];
