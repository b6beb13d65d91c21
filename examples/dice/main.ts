import { app } from "./bot.js";

try {
  await app.start();
  console.log("The dice are ready.");
} catch (error) {
  console.error(
    "The dice cannot start:",
    error instanceof Error ? error.message : error,
  );
  process.exitCode = 1;
}
