import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "svc-apps/sandbox";
import { fileStore } from "svc-apps/stores";
import { order } from "../../app/kit/killable.js";

const KILLS = Number(process.env["KILLS"] ?? 30);
/** Longest time from an act to the kill: an act takes some 20 ms, and as long again after a restart. */
const LONGEST_MS = 120;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
let folder: string;
let sandbox: Sandbox;
let child: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kills-"));
  await build({
    entryPoints: [here("./program.ts")],
    outfile: join(folder, "app.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    alias: {
      "#transport": here("../../../runtime/http/transport/default-node.ts"),
      "svc-apps/stores": here("../../../runtime/store/index.ts"),
      "svc-apps": here("../../../runtime/index.ts"),
    },
    logLevel: "error",
  });
  sandbox = await startSandbox({ seed: 1 });
});

afterAll(async () => {
  await kill();
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  const env = {
    ...process.env,
    BASE_URL: sandbox.baseUrl,
    TOKEN: sandbox.defaults.token,
    FOLDER: join(folder, "state"),
  };
  child = spawn(process.execPath, [join(folder, "app.mjs")], { env, stdio: ["ignore", "pipe", "inherit"] });
  const { stdout } = child;
  if (stdout === null) throw new Error("the child has no output");
  await once(stdout, "data");
}

async function kill(): Promise<void> {
  const dying = child;
  child = undefined;
  if (dying === undefined) return;
  const gone = once(dying, "exit");
  dying.kill("SIGKILL");
  await gone;
}

/** Does something, and kills the process some milliseconds later where it is not yet dead often enough. */
async function actAndKill<Act>(act: () => Act, afterMs: number | undefined): Promise<Act> {
  const done = act();
  if (afterMs === undefined) return done;
  await sleep(afterMs);
  await kill();
  await start();
  return done;
}

/** Until it was answered, or has expired; one that was deferred before the kill stays open for a minute. */
const over = async (interaction: { settled(): Promise<unknown> }) =>
  Promise.race([interaction.settled(), sleep(4_000, undefined, { ref: false })]);

test(`over ${KILLS} kills in the middle of conversations no answer is lost or doubled, and no update disappears`, async () => {
  const { channelId } = sandbox.defaults;
  const person = sandbox.newPerson("Ana");
  const written = () => person.read(channelId).map(({ content }) => content);
  let kills = 0;
  let acts = 0;
  /** Every other act, at times that are spread over all that an act takes. */
  const nextKillMs = () => (kills >= KILLS || (acts += 1) % 2 ? undefined : ((kills += 1) * 37) % LONGEST_MS);
  await start();
  const done: string[] = [];
  while (kills < KILLS || done.length === 0) {
    const begun = await actAndKill(() => person.run(order), nextKillMs());
    await over(begun);
    const messageId = begun.texts[0]?.messageId;
    // Killed before it had stored its first wait: the person asks again.
    if (messageId === undefined || !(await isStored(begun.id))) continue;
    const components = begun.texts[0]?.components as readonly { readonly id: string }[]; // as the App made them
    for (let tries = 0; !written().includes(`${begun.id} 2`); tries += 1) {
      expect(tries).toBeLessThan(10);
      const killMs = nextKillMs();
      const pressed = await actAndKill(() => person.press(messageId, components[0]?.id ?? ""), killMs);
      await over(pressed);
      // A process that lives answers each press in private.
      if (killMs === undefined) expect(pressed.texts.map(({ content }) => content)).toEqual([`${begun.id} heard tea`]);
    }
    const own = written().filter((text) => text.startsWith(`${begun.id} `));
    expect(own).toEqual([`${begun.id} 1`, `${begun.id} 2`]);
    done.push(begun.id);
  }
  const count = await counted();
  expect(count).toBeGreaterThanOrEqual(2 * done.length);
  expect(count).toBeLessThanOrEqual(2 * done.length + KILLS);
  expect(kills).toBe(KILLS);
});

async function keysWith(part: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of await fileStore({ folder: join(folder, "state") }).list("")) {
    if (key.includes(part)) keys.push(key);
  }
  return keys;
}

const isStored = async (id: string): Promise<boolean> => (await keysWith(id)).length > 0;

async function counted(): Promise<number> {
  const [key = ""] = await keysWith("session");
  const { value = "" } = (await fileStore({ folder: join(folder, "state") }).get(key)) ?? {};
  return Number(/"count":(\d+)/.exec(value)?.[1]);
}
