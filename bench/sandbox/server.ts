import { startSandbox } from "../../sandbox/index.js";

/**
 * The side under measure: a sandbox in a process of its own, told by its parent what to do.
 * `{ post: n }` writes n messages as fast as the streams take them; `{ report: true }` gives CPU time and heap.
 */
const sandbox = await startSandbox({ seed: 1, parameters: { historyLimit: 1000 } });
const { person, channelId, token, serverId } = sandbox.defaults;
const say = (message: object): void => void process.send?.(message);

/** Messages written between two looks at the sockets. */
const batch = 200;

async function post(count: number): Promise<void> {
  for (let written = 0; written < count; written++) {
    person.post(
      channelId,
      "a message of about a hundred characters, which is what people write in a channel most of the time",
    );
    if (written % batch === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  say({ posted: count });
}

function report(): void {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  say({ cpuMs: (user + system) / 1000, heapMb: process.memoryUsage().heapUsed / 1_048_576 });
}

process.on("message", (message: { readonly post?: number; readonly report?: boolean }) => {
  if (message.post !== undefined) void post(message.post);
  if (message.report === true) report();
});
process.on("disconnect", () => process.exit(0));
say({ baseUrl: sandbox.baseUrl, token, serverId, channelId });
