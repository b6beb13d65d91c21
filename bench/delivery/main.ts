/**
 * What a delivery costs, against bare crypto of the same bytes and against discord-interactions, in one run.
 * Bundle first: a runner that rewrites functions as it loads them would be measured along.
 *
 *   npx esbuild bench/delivery/main.ts --bundle --platform=node --format=esm --packages=external \
 *     --outfile=node_modules/.cache/bench-delivery.mjs && node node_modules/.cache/bench-delivery.mjs
 *
 * ROUNDS and COUNT set how many rounds there are and how many deliveries each contender takes in one.
 */
import { verify, webcrypto } from "node:crypto";
import { verifyKey } from "discord-interactions";
import {
  createVerifier,
  type DeliveryHandler,
  fixedKeys,
  nobleEd25519,
  webCryptoEd25519,
} from "../../runtime/delivery/index.js";
import { deliveryHeaders } from "../../runtime/delivery/core/wire.js";
import { appId, endpoint, publicKey, published, rawPublicKey, type Sample, samples } from "./material.js";
import { type Contender, medianUs, race, ratios, table } from "./measure.js";

const rounds = Number(process.env["ROUNDS"] ?? 15);
const count = Number(process.env["COUNT"] ?? 400);
const rawKey = rawPublicKey.toString("hex");

type Delivery = Contender<Sample>;

/** Does deliveries one after another, each its own. */
function oneByOne(name: string, deliver: (sample: Sample) => unknown): Delivery {
  return {
    name,
    async run(fresh) {
      for (const sample of fresh) await deliver(sample);
    },
  };
}

/** From the call with headers and bytes to the first line of the handler, one delivery after another. */
function toHandler(name: string): Delivery {
  let reachedMs = 0;
  const node = endpoint(undefined, () => (reachedMs = performance.now()));
  return {
    name,
    async run(fresh) {
      let sumMs = 0;
      for (const sample of fresh) {
        const startMs = performance.now();
        ok(await node.deliver(sample));
        sumMs += reachedMs - startMs;
      }
      return sumMs;
    },
  };
}

/** Does deliveries, 32 at any time. */
function inFlight(name: string, node: DeliveryHandler): Delivery {
  return {
    name,
    async run(fresh) {
      const waiting = fresh.values();
      const lane = async (): Promise<void> => {
        for (const sample of waiting) ok(await node.deliver(sample));
      };
      await Promise.all(Array.from({ length: 32 }, lane));
    },
  };
}

const bare: Delivery = {
  name: "crypto.verify, cached key",
  run(fresh) {
    for (const { signedBytes, signature } of fresh) {
      if (!verify(null, signedBytes, publicKey, signature)) throw new Error("does not verify");
    }
  },
};

const ok = (answer: { readonly status: number }): void => {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
};

/** As a process on Node has it: one implementation of crypto, one kind of request. */
async function speed(): Promise<void> {
  const node = endpoint();
  const verifier = createVerifier({ apps: appId, keys: fixedKeys([published]) });
  const ours = "bytes to handler to answer, one after another";
  const theirs = "discord-interactions verifyKey";
  const results = await race(
    [
      bare,
      oneByOne("verifier, one after another", async (sample) => {
        if ((await verifier.verify(sample)).ok !== true) throw new Error("refused");
      }),
      toHandler("bytes to handler, one after another"),
      oneByOne(ours, async (sample) => ok(await node.deliver(sample))),
      oneByOne(theirs, async ({ body, signature, headers }) =>
        verifyKey(body, Buffer.from(signature).toString("hex"), headers[deliveryHeaders.timestamp] ?? "", rawKey),
      ),
      inFlight("bytes to handler to answer, 32 in flight", endpoint()),
    ],
    () => samples(count),
    rounds,
  );
  console.log(table(results, bare.name));
  const { median, best, cpu } = ratios(results, ours, theirs);
  const figures = [median, best, cpu].map((figure) => figure.toFixed(2)).join(", ");
  console.log(`\nagainst discord-interactions (median, best to best, by CPU time): ${figures}\n`);
}

/** The other implementations, and the web's own objects around it. After the rest, for they make calls polymorphic. */
async function elsewhere(): Promise<void> {
  const node = endpoint();
  const webCrypto = webCryptoEd25519(webcrypto.subtle);
  const web = endpoint(webCrypto);
  const noble = endpoint(await nobleEd25519());
  const results = await race(
    [
      bare,
      oneByOne("as a web handler (Request, Response), one after another", async ({ method, headers, body }) =>
        ok(await node(new Request("https://app.example/", { method, headers, body: body as Uint8Array<ArrayBuffer> }))),
      ),
      oneByOne("over WebCrypto, one after another", async (sample) => ok(await web.deliver(sample))),
      inFlight("over WebCrypto, 32 in flight", endpoint(webCrypto)),
    ],
    () => samples(count),
    Math.ceil(rounds / 4),
  );
  console.log(`\n${table(results, bare.name)}`);
  const slow = await race(
    [bare, oneByOne("noble", async (sample) => ok(await noble.deliver(sample)))],
    () => samples(20),
    5,
  );
  console.log(`\nover @noble/ed25519: ${ratios(slow, "noble", bare.name).median.toFixed(3)} of bare`);
}

/** Cost of requests that are refused before any crypto, µs each. */
async function refusals(): Promise<void> {
  const handler = endpoint();
  const [sample] = samples(1);
  if (sample === undefined) return;
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    version: { [deliveryHeaders.version]: "2" },
    "time window": { [deliveryHeaders.timestamp]: "1" },
    app: { [deliveryHeaders.app]: "1" },
    "delivery id": { [deliveryHeaders.delivery]: "1" },
    "signature header": { [deliveryHeaders.signature]: "x" },
    "five entries": { [deliveryHeaders.signature]: "a=1, b=2, c=3, d=4, e=5" },
    "content type": { "content-type": "text/plain" },
    "unknown key": { [deliveryHeaders.signature]: `ed25519-x=${"A".repeat(86)}` },
  };
  console.log("\n| refused for | µs |\n|---|---:|");
  for (const [name, changed] of Object.entries(cases)) {
    const request = { ...sample, headers: { ...sample.headers, ...changed } };
    const deliver = oneByOne(name, (same) => handler.deliver(same));
    const rates = await race([deliver], () => Array.from({ length: 20_000 }, () => request), 5);
    console.log(`| ${name} | ${medianUs(rates, name).toFixed(2)} |`);
  }
}

/**
 * How long everything else waits while 32 are in flight, each arriving as an event of its own: the length of the turns
 * of the event loop, which is how late a timer, a socket or another handler can be.
 */
async function stalls(): Promise<void> {
  const handler = endpoint();
  const lanes: Readonly<Record<string, (sample: Sample) => unknown>> = {
    "nothing at all": () => undefined,
    "crypto.verify on the thread": ({ signedBytes, signature }) => verify(null, signedBytes, publicKey, signature),
    "bytes to handler to answer": (sample) => handler.deliver(sample),
  };
  console.log("\n| 32 in flight | turn of the loop, p50 ms | p99 ms | longest ms |\n|---|---:|---:|---:|");
  for (const [name, work] of Object.entries(lanes)) {
    await turnsDuring(work, samples(1_000)); // warms up
    const turnsMs = (await turnsDuring(work, samples(4_000))).toSorted((a, b) => a - b);
    const [half, most] = [0.5, 0.99].map((share) => turnAt(share, turnsMs).toFixed(2));
    console.log(`| ${name} | ${half} | ${most} | ${turnsMs.at(-1)?.toFixed(2)} |`);
  }
}

/** Length of the turn into which something falls that comes at any moment, at worst in this share of the cases. */
function turnAt(share: number, sortedMs: readonly number[]): number {
  let left = sortedMs.reduce((sum, ms) => sum + ms, 0) * share;
  return sortedMs.find((ms) => (left -= ms) <= 0) ?? NaN;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function turnsDuring(work: (sample: Sample) => unknown, fresh: readonly Sample[]): Promise<number[]> {
  const turnsMs: number[] = [];
  let lastMs = performance.now();
  const watch = (): void => {
    const nowMs = performance.now();
    turnsMs.push(nowMs - lastMs);
    lastMs = nowMs;
    watching = setImmediate(watch);
  };
  let watching = setImmediate(watch);
  const waiting = fresh.values();
  const lane = async (): Promise<void> => {
    for (const sample of waiting) {
      await turn();
      await work(sample);
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  clearImmediate(watching);
  return turnsMs;
}

await speed();
await refusals();
await stalls();
await elsewhere();
