/**
 * A program that calls a hostile server with a canary for a token and prints whatever it gets hold of: `print` shows
 * everything, `die` leaves a rejection to Node, `confess` prints the token, which shows that a search would find it.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import type { Caller } from "../../runtime/abi/index.js";
import { createFetchClient } from "../../runtime/rest.js";
import { asChannelId, asServerId, createClient, createMessage, fetchTransport, getMe } from "../../runtime/index.js";

const token = process.env["CANARY_TOKEN"] ?? "";
const [what, which] = process.argv.slice(2);

/** Throws the request back at who sent it, in the way that the path's prefix names. */
const echo = ({ headers, url }: IncomingMessage) => JSON.stringify({ headers, url });
const answers: Readonly<
  Record<string, (request: IncomingMessage) => [number, Record<string, string>, string] | undefined>
> = {
  dead: (request) => [401, {}, JSON.stringify({ code: "MISSING_CREDENTIAL", echo: echo(request) })],
  refusal: (request) => [403, {}, JSON.stringify({ code: `NO_${request.headers.authorization}`, echo: echo(request) })],
  page: (request) => [502, {}, `<pre>${echo(request)}</pre>`],
  redirect: (request) => [302, { location: `/?token=${request.headers.authorization}` }, ""],
  bad: (request) => [200, {}, `not json ${echo(request)}`],
  limited: (request) => [429, { "retry-after": "0", "x-echo": echo(request) }, echo(request)],
  silence: () => undefined,
};
const server = createServer((request, response) => {
  const kind = request.url?.split("/")[1] ?? "";
  if (kind === "gone") return void request.socket.destroy();
  const answer = answers[kind]?.(request);
  if (!answer) return;
  const [status, headers, body] = answer;
  response.writeHead(status, headers).end(body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function show(...values: readonly unknown[]): void {
  for (const value of values) {
    console.log(value);
    console.error("%s %o %j", value, value, value);
    console.log(inspect(value, { depth: 20, showHidden: true, getters: true, maxStringLength: null }));
    console.log(JSON.stringify(value, null, 1), String(value));
    if (value instanceof Error) show(value.stack, value.cause, Object.entries(value));
  }
}

const options = (kind: string) => ({
  baseUrl: `${origin}/${kind}`,
  token,
  timeoutMs: kind === "silence" ? 150 : 30_000, // what answers may take its time on a busy machine
  retry: { retries: 1, rateLimitRetries: 1, baseMs: 1 },
});
const large = (kind: string, more: object = {}): Caller =>
  createClient({ ...options(kind), ...more, onDiagnostic: (diagnostic) => show(diagnostic) });
const clients: readonly ((kind: string) => Caller)[] = [
  large,
  (kind) => large(kind, { transport: fetchTransport() }),
  (kind) => createFetchClient(options(kind)),
];

const params = { serverId: asServerId("7101"), channelId: asChannelId("7102"), content: "x" };

async function print(): Promise<void> {
  for (const kind of [...Object.keys(answers), "gone"]) {
    for (const make of clients) {
      const client = make(kind);
      show(client);
      for (const call of [getMe, createMessage]) {
        await call(client, params).then(show, (error: Error) => show(error, `name: ${error.name}`));
      }
    }
  }
  for (const wrong of [`Bearer ${token}`, `${token}\n`, token.replace("svc_app", "xoxb"), `"${token}"`]) {
    for (const make of [createClient, createFetchClient]) {
      try {
        make({ ...options("dead"), token: wrong });
      } catch (error) {
        show(error);
      }
    }
  }
}

if (what === "confess") show({ token });
else if (what === "die") {
  const client = (which === "small" ? clients[2] : clients[0])?.("dead");
  if (client) void getMe(client, {}); // nobody waits: Node ends the process with what it prints of it
  await new Promise((resolve) => setTimeout(resolve, 10_000)); // real: Node ends this process before
} else {
  await print();
  console.log("the end");
}
server.closeAllConnections();
server.close();
