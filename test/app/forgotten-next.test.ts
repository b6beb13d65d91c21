import { expect, test } from "vitest";
import { consoleLogger } from "svc-apps";
import { appOn, pass, platform, roll } from "./kit/world.js";

/** What one middleware around a failing handler comes to: what onError heard, and what the person sees. */
async function failingUnder(middleware: (next: () => Promise<unknown>) => unknown, handle = "throws") {
  const sandbox = await platform();
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => void lines.push(line.slice(13)) });
  const { app, start } = appOn(sandbox, { logger });
  const errors: string[] = [];
  app.onError(({ cause }) => errors.push((cause as Error).message));
  app.use((async (_context: unknown, next: () => Promise<unknown>) => middleware(next)) as never);
  app.command(roll, async ({ reply }) => {
    await new Promise((resolve) => void sandbox.clock.schedule(() => resolve(undefined), 10));
    if (handle === "throws") throw new Error("no dice");
    await reply("4");
  });
  const { person } = await start();
  const interaction = person.run(roll);
  await pass(sandbox, 5_000);
  return { errors, state: interaction.state, texts: interaction.texts.map(({ content }) => content), lines };
}

test("middleware that forgets to await next() is waited for, and what fails is heard and told to the person", async () => {
  const forgetful: ((next: () => Promise<unknown>) => unknown)[] = [
    (next) => void next(),
    (next) => void next().then(() => "logged"),
    (next) => void next().finally(() => "logged"),
    async (next) => {
      void next();
      await Promise.resolve();
    },
  ];
  for (const middleware of forgetful) {
    expect(await failingUnder(middleware)).toMatchObject({ errors: ["no dice"], state: "declined" });
    expect(await failingUnder(middleware, "replies")).toMatchObject({ errors: [], texts: ["4"] });
  }
});

test("middleware that handles what fails, whichever way, has handled it", async () => {
  const handling: ((next: () => Promise<unknown>) => unknown)[] = [
    (next) => void next().catch(() => "handled"),
    (next) => void next().then(undefined, () => "handled"),
    async (next) => next().catch(() => "handled"),
    async (next) => {
      try {
        await next();
      } catch {
        // handled
      }
    },
  ];
  for (const middleware of handling) expect((await failingUnder(middleware)).errors).toEqual([]);
});

test("a second next() that nobody awaits is heard as well", async () => {
  const { errors } = await failingUnder((next) => {
    void next();
    void next();
  }, "replies");
  expect(errors).toEqual(["A middleware called next() twice"]);
});

test("next() after the middleware has ended runs nothing, says so, and ends no process", async () => {
  let late = async (): Promise<unknown> => undefined;
  const { lines, texts, errors } = await failingUnder((next) => void (late = next), "replies");
  expect([texts, errors]).toEqual([[], []]);
  expect(await late()).toEqual({});
  expect(lines.at(-1)).toBe(
    "error A middleware called next() after it had ended, so nothing was run: await next(), or return it.",
  );
});
