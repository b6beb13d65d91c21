import { makeBot } from "./clicked-bot.js";

/** The same bot, which says another word. */
export const app = makeBot("Noted");
