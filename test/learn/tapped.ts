import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "svc-apps";
import { operations } from "svc-apps/rest";
import { afterEach } from "vitest";
import { describedAt, ownDescription } from "../../cli/learn/description.js";
import type { Learning } from "../../cli/learn/learning.js";
import { recordTo } from "../../cli/learn/record.js";
import { readRecording, type Recording } from "../../cli/learn/recording.js";
import type { VirtualSandbox } from "../sandbox/support.js";

/** Loaded once for all tests of a file. */
export const description = describedAt(ownDescription(), () => undefined);

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "learn-"));
  folders.push(folder);
  return folder;
}

type Described = (typeof operations)[keyof typeof operations];

/** The operation that a request asks for; any with its method and path pattern. */
function operationOf(method: string, url: string): Described {
  const { pathname, searchParams } = new URL(url);
  const fitting = Object.values<Described>(operations).filter((one) => {
    const pattern = new RegExp(`^${one.path.replace(/\{[^}]*\}/g, "[^/]+")}$`);
    return one.path !== "" && one.method === method && pattern.test(pathname);
  });
  const best = fitting.find(({ id }) => {
    if (id === "readMailbox") return searchParams.has("mailbox");
    return id === "openMailbox" ? searchParams.has("format") && !searchParams.has("mailbox") : id !== "openStream";
  });
  return best ?? operations.toggleReaction;
}

/** A sandbox whose requests and streams pass a client that records. */
export interface Tapped {
  readonly sandbox: VirtualSandbox;
  readonly learning: Learning;
  readonly file: string;
  readonly recording: () => Promise<Recording>;
  readonly text: () => Promise<string>;
}

/** @param reactionRoute what the client assumes */
export async function tapped(sandbox: VirtualSandbox, reactionRoute: string | null = null): Promise<Tapped> {
  const file = join(await temporaryFolder(), "learnt.json");
  const learning = await recordTo(file, await description, () => sandbox.clock.now());
  const { baseUrl, clock } = sandbox;
  const client = createClient({
    baseUrl,
    clock,
    token: sandbox.defaults.token,
    transport: sandbox.request,
    streamTransport: sandbox.openStream,
    middleware: [learning],
    assumptions: { reactionRoute },
    deadlineMs: 3_600_000,
    timeoutMs: 3_600_000,
  });
  const through: Partial<VirtualSandbox> = {
    request: ({ method, url, headers, body }) => {
      const { authorization: _own, ...others } = headers;
      const request = { method, url, headers: others, ...(body === undefined ? {} : { body }) };
      return client.carry(operationOf(method, url), request, { retry: false });
    },
    openStream: learning.streams((request) =>
      sandbox.openStream({ ...request, url: baseUrl + request.url.replace(baseUrl, "") }),
    ),
  };
  const proxy = new Proxy(sandbox, {
    get(target, name) {
      const own: unknown = Reflect.get(through, name) ?? Reflect.get(target, name);
      return typeof own === "function" && !Object.hasOwn(through, name) ? (own.bind(target) as unknown) : own;
    },
  });
  return { sandbox: proxy, learning, file, recording: () => readRecording(file), text: () => readFile(file, "utf8") };
}
