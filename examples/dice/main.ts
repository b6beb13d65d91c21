import { app } from "./bot.js";

await app.start();
console.log("The dice are ready.");
