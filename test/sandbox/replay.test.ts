import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "../../sandbox/machine/lines.js";
import { openRecording, playLine } from "../../sandbox/machine/recording.js";
import { World } from "../../sandbox/world/world.js";
import { replay, type EndpointAnswer, type EndpointRequest } from "svc-apps/sandbox";
import { call, here, listen, start, type Listener, type VirtualSandbox } from "./support.js";

/** Acts by their names; each takes a small number to vary by. */
type Acts = Readonly<Record<string, (pick: number) => unknown>>;

function actsOn(sandbox: VirtualSandbox): Acts {
  const { portal, faults, clock, defaults } = sandbox;
  const { person, owner, appId, channelId, serverId } = defaults;
  const streams: Listener[] = [];
  const opened: string[] = [];
  const kept: string[] = [];
  const inProcess = async ({ body }: EndpointRequest): Promise<EndpointAnswer> => {
    await new Promise<void>((resolve) => void clock.schedule(resolve, body.length % 4000));
    return {
      status: body.length % 3 === 0 ? 500 : 200,
      body: body.startsWith('{"type":"probe"') ? body : '{"type":"reply","content":"4"}',
    };
  };
  const quietly = async (act: () => unknown): Promise<void> => {
    try {
      await act();
    } catch {
      // Refusals are part of the play.
    }
  };
  return {
    wait: (pick) => clock.advance(pick * 700),
    post: (pick) => void person.post(channelId, `message ${pick}`),
    react: (pick) =>
      quietly(() => person.react(person.read(channelId)[0]?.id ?? "", ["👍", "no", "❤"][pick % 3] ?? "")),
    write: (pick) =>
      quietly(() => call(sandbox, "createMessage", { ...here(sandbox), content: "x", clientRef: `k${pick % 4}` })),
    list: () => quietly(() => call(sandbox, "listMessages", here(sandbox))),
    listen: async (pick) => {
      const lastEventId = streams.at(-1)?.frames.at(-1)?.id;
      streams.push(await listen(sandbox, pick % 2 === 0 || lastEventId === undefined ? {} : { lastEventId }));
    },
    hangUp: () => streams.shift()?.close(),
    run: () => quietly(() => void opened.push(owner.run("go").id)),
    type: () => quietly(() => void opened.push(owner.type("go", "city", "l").id)),
    confirm: (pick) =>
      quietly(() =>
        call(sandbox, "confirmInteraction", {
          interactionId: opened[pick % Math.max(1, opened.length)] ?? "",
          type: ["defer", "reply", "decline"][pick % 3],
          content: "x",
        }),
      ),
    mailbox: () => quietly(() => call(sandbox, "openMailbox", { intents: "messages" })),
    swap: (pick) => (pick === 0 ? void portal.swapCredential({ appId }) : undefined),
    suspend: (pick) => (pick === 1 ? portal.suspendApp({ appId, termMs: 2000 }) : undefined),
    endpoint: () => quietly(() => portal.saveEndpoint({ appId, url: "https://app.example/", inProcess })),
    probe: () => void portal.probeEndpoint({ appId }).catch(() => undefined),
    rotate: () => void portal.rotateKeys(),
    role: (pick) => void portal.createRole({ serverId, name: `r${pick}` }),
    fault: (pick) => {
      const ordered = faults.add(
        [
          { on: "rest", effect: "answer", status: 503, when: "after" },
          { on: "rest", effect: "delay", ms: 900 },
          { on: "stream", effect: "out-of-window" },
          { on: "delivery", effect: "replay" },
        ][pick % 4] as Parameters<typeof faults.add>[0],
      );
      if (pick % 5 === 0) ordered.remove();
    },
    chance: () => void faults.serverError({ probability: 0.3 }),
    cut: () => faults.streams.cut({ midFrame: true }),
    calm: () => faults.clear(),
    keep: () => void kept.push(sandbox.snapshot()),
    restore: () => quietly(() => sandbox.restore(kept.at(-1) ?? "no snapshot yet")),
    assume: (pick) =>
      sandbox.assume({
        eventIdScope: pick % 2 === 0 ? "app" : "connection",
        errorBodyShape: pick % 3 === 0 ? "nested" : "flat",
      }),
  };
}

/** Plays a script of random acts into a recorded sandbox. */
async function played(script: readonly (readonly [name: string, pick: number])[]): Promise<VirtualSandbox> {
  const sandbox = await start({ record: true, seed: script.length });
  const options = [{ type: "string", name: "city", description: "", autocomplete: true }];
  await call(sandbox, "createCommand", { command: { type: "chat", name: "go", description: "", options } });
  const acts = actsOn(sandbox);
  for (const [name, pick] of script) {
    // A slow answer is waited for by time alone.
    const act = Promise.resolve(acts[name]?.(pick));
    await Promise.race([act, sandbox.clock.advance(1000)]);
    await sandbox.clock.settle();
  }
  await sandbox.clock.advance(10_000);
  return sandbox;
}

const scripts = async () => {
  const names = Object.keys(actsOn(await start()));
  return fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(9)), { maxLength: 40 });
};

test("SBX-12 whatever is done, a recording of it replays to the byte, and to the same state", async () => {
  await fc.assert(
    fc.asyncProperty(await scripts(), async (script) => {
      const sandbox = await played(script);
      const recording = sandbox.recording();
      expect(await replay(recording)).toBe(recording);
      const { lines, ...opened } = openRecording(recording);
      const world = lines.reduce((state, line) => playLine(state, line).world, opened.world);
      expect(linesOf(world, sandbox.clock.now())).toBe(sandbox.snapshot());
    }),
    { numRuns: 60 },
  );
});

test("SBX-12 a recorded day goes on from any prefix of it, from the state written down there, to the same end", async () => {
  await fc.assert(
    fc.asyncProperty(await scripts(), fc.double({ min: 0, max: 1, noNaN: true }), async (script, where) => {
      const { world: first, lines } = openRecording((await played(script)).recording());
      const cut = Math.floor(lines.length * where);
      const play = (world: World, part: readonly string[]): World =>
        part.reduce((state, line) => {
          const made = playLine(state, line);
          expect(made.line).toBe(`${line}\n`);
          return made.world;
        }, world);
      const there = play(first, lines.slice(0, cut));
      const again = World.from(there.seed, there.dump(), { ...there.settings });
      const [end, same] = [play(there, lines.slice(cut)), play(again, lines.slice(cut))];
      expect(same.dump()).toEqual(end.dump());
    }),
    { numRuns: 40 },
  );
});

test("SBX-12 a recording that is none, or of another version, is refused", async () => {
  await expect(replay('{"format":"sandbox-world"}\n')).rejects.toThrow("this is not a recording of a sandbox");
  await expect(replay('{"format":"sandbox-recording","version":1}\n')).rejects.toThrow("not a recording");
});
