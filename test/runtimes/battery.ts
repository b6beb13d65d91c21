/** One battery of requests for every mount of the page about deployment, and what each has to come to. */
import type { ChildProcess } from "node:child_process";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import {
  createSigningPair,
  type SignedDelivery,
  signDelivery,
  type SigningPair,
} from "../../testing/delivery/index.js";
import { operations } from "../../generated/tables.js";

/** A platform that publishes one key, and takes whatever an App sends. */
export interface Platform {
  readonly baseUrl: string;
  readonly key: SigningPair;
  close(): Promise<void>;
}

const appId = "7301000000000000001";
export const token = `svc_app.${appId}.secret-of-a-battery`;

export async function startPlatform(): Promise<Platform> {
  const key = await createSigningPair("ed25519-battery");
  const server = createServer((request, response) => {
    const isKeys = request.method === "GET" && request.url === operations.listSigningKeys.path;
    const body = isKeys ? { keys: [{ ...key.published, state: "current" }] } : {};
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    key,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The address of a mount, and what signs for it. */
interface Target {
  readonly url: string;
  readonly key: SigningPair;
  /** How many deliveries come at once. Default: 40. */
  readonly many?: number | undefined;
}

const command = (more: object = {}, name = "echo"): object => ({
  type: "interaction",
  interaction: {
    id: crypto.randomUUID(),
    type: "command",
    serverId: "7401000000000000001",
    channelId: "7501000000000000001",
    userId: "7601000000000000001",
    data: { command: { publicId: "7701000000000000001", name, path: name }, arguments: [] },
    expiresInMs: 3_000,
  },
  ...more,
});

/** Asks a mount that takes events for one whose body is in base64; others have no such thing. */
const AS_BASE64 = "x-battery-base64";

const MIB = 1_048_576;

/** A command whose body has exactly this many bytes. */
function padded(bytes: number): Uint8Array {
  const bare = JSON.stringify(command({ padding: "" })).length;
  return Buffer.from(JSON.stringify(command({ padding: "x".repeat(bytes - bare) })));
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly isReused: boolean;
  /** Whether the connection ended with it, where a part of the body was withheld. */
  readonly isClosed: boolean;
}

interface Sent {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly agent?: Agent;
  /** Bytes of the body that are never sent. */
  readonly withheld?: number;
}

/** One request; "closed" and "open" where no answer comes, or the connection ends without one. */
function send(url: string, { method = "POST", headers, body, agent, withheld = 0 }: Sent): Promise<Reply | string> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { "content-length": String(body.length + withheld) };
    const sent = httpRequest(url, { method, agent: agent ?? false, headers: { ...headers, ...length } }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      const end = async (): Promise<void> => {
        clearTimeout(timer);
        const [status, text] = [response.statusCode ?? 0, Buffer.concat(pieces).toString()];
        const isClosed = withheld > 0 && (await closedWithin(sent.socket, 1_500));
        resolve({ status, body: text, isReused: sent.reusedSocket, isClosed });
        if (withheld > 0) sent.destroy();
      };
      response.on("end", () => void end()).on("error", () => void end());
    });
    const timer = setTimeout(
      () => {
        resolve("open");
        sent.destroy();
      },
      withheld > 0 ? 6_000 : 40_000,
    );
    sent.on("error", () => {
      clearTimeout(timer);
      resolve("closed");
    });
    if (withheld > 0 && body !== undefined) sent.write(body);
    else sent.end(body);
  });
}

/** Whether the other side ends a connection in time. */
async function closedWithin(socket: Socket | null, ms: number): Promise<boolean> {
  if (socket === null || socket.closed) return true;
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    for (const sign of ["end", "close"] as const)
      socket.once(sign, () => {
        clearTimeout(timer);
        resolve(true);
      });
  });
}

const said = (reply: Reply | string): string =>
  typeof reply === "string" ? reply : `${reply.status} ${reply.body.slice(0, 60)}`.trim();
const statusOf = (reply: Reply | string): string => (typeof reply === "string" ? reply : String(reply.status));

const signed = async ({ key }: Target, body: object | Uint8Array = command()): Promise<SignedDelivery> =>
  signDelivery({ keys: key, appId, body });

const REPLY = '200 {"type":"reply","content":"again"}';

/** What comes of a command. */
export const deliver = async (target: Target, name: string): Promise<string> =>
  said(await send(target.url, await signed(target, command({}, name))));

/** What is sent, and what has to come of it. */
interface Case {
  readonly want: string;
  readonly play: (target: Target) => Promise<string>;
}

export const cases: Readonly<Record<string, Case>> = {
  probe: {
    want: '200 {"challenge":"c-1"}',
    play: async (target) => said(await send(target.url, await signed(target, { type: "probe", challenge: "c-1" }))),
  },
  good: { want: REPLY, play: async (target) => said(await send(target.url, await signed(target))) },
  forged: {
    want: "401",
    async play(target) {
      const stranger = await createSigningPair(target.key.keyId);
      return said(await send(target.url, await signed({ ...target, key: stranger })));
    },
  },
  altered: {
    want: "401",
    async play(target) {
      const delivery = await signed(target);
      return said(
        await send(target.url, { ...delivery, body: Buffer.from(delivery.body).fill(0x20, delivery.body.length - 1) }),
      );
    },
  },
  "forged, no JSON": {
    want: "401",
    async play(target) {
      const delivery = await signed(target);
      return said(await send(target.url, { ...delivery, body: Buffer.from("{") }));
    },
  },
  replayed: {
    want: `${REPLY}, then 204`,
    async play(target) {
      const delivery = await signed(target);
      return `${said(await send(target.url, delivery))}, then ${said(await send(target.url, delivery))}`;
    },
  },
  "1 MiB": { want: REPLY, play: async (target) => said(await send(target.url, await signed(target, padded(MIB)))) },
  oversized: {
    want: "413",
    play: async (target) => statusOf(await send(target.url, await signed(target, padded(MIB + 1)))),
  },
  slow: {
    want: "408, and the connection ends",
    async play(target) {
      const reply = await send(target.url, { ...(await signed(target)), withheld: 5 });
      const end = typeof reply === "object" && !reply.isClosed ? "stays" : "ends";
      return typeof reply === "string" ? reply : `${said(reply)}, and the connection ${end}`;
    },
  },
  base64: {
    want: REPLY,
    async play(target) {
      const { headers, body } = await signed(target);
      return said(await send(target.url, { headers: { ...headers, [AS_BASE64]: "1" }, body }));
    },
  },
  "non-UTF-8": {
    want: "204",
    async play(target) {
      const body = Buffer.concat([
        Buffer.from('{"type":"interaction","a":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}'),
      ]);
      return said(await send(target.url, await signed(target, body)));
    },
  },
  "another type": {
    want: "415",
    async play(target) {
      const { headers } = await signed(target);
      const types = ["text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json"];
      const replies = await Promise.all(
        types.map((type) =>
          send(target.url, { headers: { ...headers, "content-type": type }, body: Buffer.from("hello") }),
        ),
      );
      return [...new Set(replies.map(statusOf))].join(" and ");
    },
  },
  "another method": {
    want: "405",
    play: async ({ url }) =>
      statusOf(await send(url, { method: "GET", headers: { "content-type": "application/json" } })),
  },
  "keep-alive": {
    want: `${REPLY}, then on the same connection ${REPLY}`,
    async play(target) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const one = await send(target.url, { ...(await signed(target)), agent });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const two = await send(target.url, { ...(await signed(target)), agent });
      agent.destroy();
      const same = typeof two === "object" && two.isReused ? "the same" : "another";
      return `${said(one)}, then on ${same} connection ${said(two)}`;
    },
  },
  "many at once": {
    want: REPLY,
    async play(target) {
      const deliveries = await Promise.all(Array.from({ length: target.many ?? 40 }, () => signed(target)));
      const replies = await Promise.all(deliveries.map((delivery) => send(target.url, delivery)));
      return [...new Set(replies.map(said))].join(" and ");
    },
  },
};

/** What becomes of a delivery that is pending when the process is asked to end. */
export const signalled: Pick<Case, "want"> = { want: '200 {"type":"reply","content":"at last"}' };

export async function pendingAt(signal: "SIGTERM", child: ChildProcess, target: Target): Promise<string> {
  const answer = deliver(target, "slow");
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.kill(signal);
  return answer;
}
