/**
 * Plays the published vectors of deliveries through the handler, wherever it is run, and says what came out otherwise
 * than it must. The test beside it bundles this, once as a program and once as a Worker.
 */
import { createDeliveryHandler, fixedKeys, pickEd25519 } from "../../../runtime/delivery/index.js";
import vectors from "../../../spec/vectors/deliveries.json" with { type: "json" };

type Case = (typeof vectors.cases)[number];

const { settings } = vectors;

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function endpoint() {
  return createDeliveryHandler({
    apps: settings.appIds,
    keys: fixedKeys(settings.keys),
    handle: ({ interaction }) =>
      interaction.type === "autocomplete" ? { type: "suggest", choices: [] } : { type: "defer" },
    clock: {
      now: () => settings.nowS * 1_000,
      monotonicMs: () => performance.now(),
      schedule(callback, delayMs) {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      },
    },
  });
}

/** Status of the last request, as plain data. */
async function plainly({ requests }: Case): Promise<number> {
  const { deliver } = endpoint();
  let status = 0;
  for (const { method, headers, body } of requests) {
    const record: Record<string, string[]> = {};
    for (const [name = "", value = ""] of headers) (record[name] ??= []).push(value);
    ({ status } = await deliver({ method, headers: record, body: bytes(body) }));
  }
  return status;
}

/** The same as web requests, whose headers the runtime itself has made. */
async function overTheWeb({ requests }: Case): Promise<number> {
  const handler = endpoint();
  let status = 0;
  for (const { method, headers, body } of requests) {
    const list = headers.map(([name = "", value = ""]): [string, string] => [name, value]);
    ({ status } = await handler(new Request("https://app.example/", { method, headers: list, body: bytes(body) })));
  }
  return status;
}

/** What came out otherwise than it must, as a line of JSON. */
export async function play(): Promise<string> {
  const wrong: string[] = [];
  const judge = (one: Case, way: string, status: number): void => {
    const taken = status >= 200 && status < 300;
    if (taken !== (one.verdict === "accept")) wrong.push(`${one.id}, ${way}: ${status}`);
  };
  for (const one of vectors.cases) {
    judge(one, "plainly", await plainly(one));
    const sendable = one.requests.every(({ headers }) => headers.every(([, value]) => value?.includes("\n") === false));
    if (sendable) judge(one, "over the web", await overTheWeb(one));
  }
  return JSON.stringify({ crypto: (await pickEd25519()).name, cases: vectors.cases.length, wrong });
}
