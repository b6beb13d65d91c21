import { printTo } from "../codegen/printable.js";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { deliveryVectors, type FixtureKind, fixtureKinds, labCases, type LabKit } from "../testing/delivery/index.js";
import { vectorKit } from "../testing/delivery/vectors.js";
import { brand } from "../generated/tables.js";
import { isAppId } from "../generated/validators/guards.js";
import { httpUrl } from "./address.js";
import { adviceFor } from "./deliver/advice.js";
import { isDecline } from "./deliver/judge.js";
import { type OwnKeys, ownKeys } from "./deliver/keys.js";
import { type LabResult, runLab } from "./deliver/lab.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

const APP_ID = `${brand.value.toUpperCase()}_APP_ID`;

export const syntax = {
  says: 'Sends signed deliveries to an endpoint and reports how it handled them. The endpoint must trust your keys, random ones that are made once and kept in your state folder: take what --keys prints as fixed keys, in an App as new App({ delivery: { keys: fixedKeys(…) } }) with import { fixedKeys } from "svc-apps/delivery", or point its key route at --serve-keys.',
  usage: ["<url> [options]", "--keys | --vectors"],
  options: {
    app: { type: "string", value: "<id>", says: `Application ID that the endpoint is for (default: ${APP_ID})` },
    kind: {
      type: "string",
      default: "command",
      value: "<kind>",
      words: fixtureKinds,
      says: `one delivery of this kind: ${fixtureKinds.join(", ")} (default: command)`,
    },
    all: { type: "boolean", default: false, says: "every kind, and every malformed delivery" },
    keys: {
      type: "boolean",
      default: false,
      says: "print the public keys of this user as the key route does, and exit",
    },
    "serve-keys": { type: "string", value: "<port>", says: "serve the public keys on 127.0.0.1:<port> meanwhile" },
    slack: {
      type: "string",
      default: "2",
      value: "<seconds>",
      says: "distance from the edges of the time window, for an endpoint with its own clock (default: 2)",
    },
    timeout: { type: "string", default: "5000", value: "<ms>", says: "longest wait for one answer (default: 5000)" },
    vectors: {
      type: "boolean",
      default: false,
      says: "print all cases as JSON, for implementations in other languages, and exit",
    },
    json: { type: "boolean", default: false, says: "print the outcome of each delivery as JSON" },
  },
  exit: "0 every delivery was accepted or refused as it must be; 1 one was not; 2 wrong usage.",
} as const satisfies Syntax;

/** `svc-apps deliver`: plays signed deliveries against an endpoint. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options: syntax.options, allowPositionals: true });
  if (values.vectors) return print(await deliveryVectors());
  if (values.keys) return print(`${JSON.stringify(publishedOf(await ownKeys()), null, 2)}\n`);
  const app = appOf(values.app);
  const url = endpointUrl(positionals);
  if (app === undefined)
    throw new UsageError(`--app or ${APP_ID} is needed: the Application ID that the endpoint is for`);
  const timeoutMs = whole("timeout", values.timeout);
  const slackS = whole("slack", values.slack);
  const port = values["serve-keys"] === undefined ? undefined : portOf(values["serve-keys"]);
  const good = `good-${kindOf(values.kind).replaceAll("_", "-")}`;
  const keys = await ownKeys();
  const kit = await labKit(app, keys, slackS);
  const served = port === undefined ? undefined : await serveKeys(port, publishedOf(keys));
  try {
    const cases = values.all ? labCases : labCases.filter(({ id }) => id === good);
    const onResult = (result: LabResult): void => void (values.json || print(line(result)));
    const results = await runLab({ url, kit, cases, timeoutMs, onResult });
    if (values.json) return printAsJson(results);
    const code = summary(results, cases.length - results.length);
    const advice = adviceFor(results, { url, appId: app, served });
    if (advice !== undefined) print(`\n${advice}\n`);
    return code;
  } finally {
    served?.stop();
  }
}

function print(text: string): 0 {
  printTo("stdout")(text);
  return 0;
}

/** How each delivery went, without what was sent. */
function printAsJson(results: readonly LabResult[]): number {
  const told = results.map(({ case: one, verdict, did, notes }) => {
    const { id, says, expect } = one;
    return { id, says, expect, verdict, did, notes };
  });
  print(`${JSON.stringify(told, null, 2)}\n`);
  return told.some(({ verdict }) => verdict === "wrong") ? 1 : 0;
}

/** The answer of the key route. */
const publishedOf = (keys: OwnKeys) => ({ keys: keys.map(({ published }) => ({ ...published, state: "current" })) });

async function labKit(appId: string, [key, second]: OwnKeys, slackS: number): Promise<LabKit> {
  return {
    appId,
    otherAppId: "7999999999999999999",
    key,
    second,
    // Everybody knows this key, from the vectors: whoever trusts it, trusts everybody.
    stranger: (await vectorKit()).key,
    nowS: () => Math.floor(Date.now() / 1_000),
    uuid: () => crypto.randomUUID(),
    slackS,
  };
}

function endpointUrl(positionals: readonly string[]): URL {
  const [text, ...more] = positionals;
  if (text === undefined || more.length > 0) throw new UsageError("pass one URL, that of the endpoint");
  return httpUrl(text, "deliver");
}

function kindOf(text: string): FixtureKind {
  const kind = fixtureKinds.find((one) => one === text);
  if (kind === undefined)
    throw new UsageError(`--kind must be one of ${fixtureKinds.join(", ")}, got ${JSON.stringify(text)}`);
  return kind;
}

function portOf(text: string): number {
  const port = whole("serve-keys", text);
  if (port < 1 || port > 65_535) throw new UsageError(`--serve-keys must be a port from 1 to 65535, got ${text}`);
  return port;
}

function whole(name: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number, got ${JSON.stringify(text)}`);
  return Number(text);
}

function line({ case: one, verdict, did, notes }: LabResult): string {
  const head = `${verdict === "right" ? "ok   " : "WRONG"} ${one.id.padEnd(24)} ${one.says}: ${did}`;
  const expected = verdict === "right" ? [] : [`must ${one.expect}`];
  return [head, ...[...expected, ...notes].map((note) => `      ${note}`), ""].join("\n");
}

function appOf(given: string | undefined): string | undefined {
  const app = given ?? (process.env[APP_ID] || undefined); // an empty variable is one that is not set
  if (app === undefined || isAppId(app)) return app;
  const where = given === undefined ? APP_ID : "--app";
  throw new UsageError(`${where} must be the digits of an Application ID, got ${JSON.stringify(app)}`);
}

function summary(results: readonly LabResult[], unsent: number): number {
  const wrong = results.filter(({ verdict }) => verdict === "wrong");
  const tookWrongly = wrong.filter((result) => result.case.expect === "refuse").length;
  const sent = `${results.length} ${results.length === 1 ? "delivery" : "deliveries"}`;
  const notes = results.reduce((count, result) => count + result.notes.length, 0);
  print(
    wrong.length === 0
      ? `\n${sent}, as it must be${notes === 0 ? "" : `; ${notes} to look at`}\n`
      : `\n${sent}: ${tookWrongly} wrongly taken, ${wrong.length - tookWrongly} wrongly refused or answered\n`,
  );
  if (results.some(({ reply }) => "body" in reply && isDecline(reply.body)))
    print('A "decline" is how an App takes a good delivery of what it does not have, such as a command.\n');
  if (unsent > 0 && results.length > 1)
    print(`${unsent} more were not sent: an endpoint that takes nothing good proves nothing by refusing the rest.\n`);
  return wrong.length === 0 ? 0 : 1;
}

/** The key route of this command, while it runs. */
interface ServedKeys {
  readonly url: string;
  /** How often the keys were asked for. */
  readonly asked: () => number;
  readonly stop: () => void;
}

/** Serves the key route's answer on loopback until stopped. Rejects when the port is taken. */
function serveKeys(port: number, published: object): Promise<ServedKeys> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(published));
  });
  const served = {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    stop: () => void server.close(() => undefined),
  };
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(served));
  });
}
