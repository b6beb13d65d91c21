import { consoleLogger } from "svc-apps";
import { expect, test } from "vitest";

test("the console logger writes lines for people, and of errors only their message", () => {
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => lines.push(line), now: () => 0, level: "debug" });
  const error = Object.assign(new Error("broke"), { token: "svc_app.1.secret", stack: "Error: broke" });
  logger.debug({ n: 1, none: undefined }, "first");
  logger.warn({ error, text: "two words", list: [1] }, "second");
  expect(lines).toEqual([
    "00:00:00.000 debug first  n=1",
    '00:00:00.000 warn  second  error="Error: broke"  text="two words"  list=[1]',
  ]);
});

test("the console logger shows where in the App's own code an error was thrown, and nothing of other people's", () => {
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => lines.push(line.slice(13)) });
  const message = "no such die\n    at forged (file:///somewhere/else.ts:1:1)";
  const stack = [
    `TypeError: ${message}`,
    "    at throwDie (file:///home/ana/bot/src/dice.ts:7:9)",
    "    at Array.map (<anonymous>)",
    "    at async C:\\bot\\src\\bot.ts:12:\u001b3",
    "    at async Runner.run (file:///home/ana/bot/node_modules/svc-apps/dist/node/core.js:1:2)",
    "    at async process.processTicksAndRejections (node:internal/process/task_queues:105:5)",
  ];
  const error = Object.assign(new TypeError(message), { stack: stack.join("\n"), token: "svc_app.1.secret" });
  logger.error({ handler: "command roll", err: error }, "A handler threw");
  expect(lines[0]?.split("\n")).toEqual([
    expect.stringMatching(/^error A handler threw {2}handler="command roll" {2}err="TypeError: no such die\\n.*"$/),
    "    at throwDie (file:///home/ana/bot/src/dice.ts:7:9)",
    "    at async C:\\bot\\src\\bot.ts:12:\\x1b3",
  ]);
  logger.error({ err: Object.assign(error, { message: "changed", stack: undefined }) }, "Without one");
  expect(lines[1]).toBe('error Without one  err="TypeError: changed"');
});

test("the console logger prints anything on one line, and never throws", () => {
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => lines.push(line.slice(13)) });
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const hostile = {
    toJSON() {
      throw new Error("no");
    },
  };
  const named = Object.defineProperty(new Error("x"), "message", { value: Symbol("m") });
  logger.info({ circular, hostile, named, big: { n: 10n }, none: null, symbol: Symbol("s") }, "kept");
  logger.info({ fn: () => "a\nb", list: [undefined] }, "said\n12:00 info forged\u001b[2J\u009b");
  expect(lines).toEqual([
    'info  kept  circular=[unprintable]  hostile=[unprintable]  named=[unprintable]  big={"n":"10"}  none=null  symbol=Symbol(s)',
    expect.stringMatching(/^info {2}said\\x0a12:00 info forged\\x1b\[2J\\x9b {2}fn=.*"a\\nb" {2}list=\[null\]$/),
  ]);
});
