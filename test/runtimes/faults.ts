/**
 * What was wrong in 0.1.0 on runtimes, frameworks and compilers, and tests that were run against it and are red there.
 * `faults.test.ts` looks whether they are still there.
 */

/** A part of the scenario on a runtime, a column of a framework, or a test by its name. */
export type Proof =
  | { readonly runtime: string; readonly part: string }
  | { readonly framework: string; readonly column: string }
  | { readonly file: string; readonly test: string };

/** One fault, and what notices it. */
export interface Fault {
  readonly fault: string;
  readonly proofs: readonly Proof[];
}

const on = (part: string, ...runtimes: readonly string[]): readonly Proof[] =>
  runtimes.map((runtime) => ({ runtime, part }));
const behind = (column: string, ...frameworks: readonly string[]): readonly Proof[] =>
  frameworks.map((framework) => ({ framework, column }));
const tests = (file: string, ...names: readonly string[]): readonly Proof[] => names.map((test) => ({ file, test }));

export const faults: readonly Fault[] = [
  {
    fault:
      "workerd: one request ended while others waited for the keys that it was fetching, and no delivery was taken again.",
    proofs: tests(
      "test/runtimes/workerd.test.ts",
      "SIG-21 a stranger's GET at a cold isolate does not stop verification, however slow the key route is",
      "SIG-21 requests cut off at a cold isolate do not stop verification",
      "SIG-20 fifty requests, strangers, probes and commands mixed, each get their answer",
      "SIG-17 SIG-21 keys age and rotate for a thousand minutes, between strangers and probes, and no delivery is lost",
    ),
  },
  {
    fault: "workerd: a refresh of the keys died with the delivery that had set it off, and no other was begun.",
    proofs: tests(
      "test/runtimes/workerd.test.ts",
      "SIG-21 a refresh in the background whose request ends first stops no delivery, however old the keys become",
    ),
  },
  {
    fault:
      "workerd: the timer of automatic deferral was gone after the first interaction, and slow commands were declined.",
    proofs: tests(
      "test/runtimes/workerd.test.ts",
      "a slow command is deferred in time after fast ones, and its answer is sent by REST",
    ),
  },
  {
    fault: "A call over fetch that had timed out was left open, and the process did not end.",
    proofs: on("a clean end", "Node 22", "Bun", "Deno"),
  },
  {
    fault: "Chromium: the repetition of a call that had timed out waited behind it, and timed out too.",
    proofs: on("timed out", "Chromium"),
  },
  {
    fault: "Promises of another realm were not recognized, and every delivery was answered 500.",
    proofs: [...on("verification", "edge-runtime"), ...on("deliveries", "edge-runtime")],
  },
  {
    fault: "Next's edge runtime: setImmediate is there and throws, and no call was sent.",
    proofs: [
      ...behind("probe", "Next, app routes, edge"),
      ...tests(
        "test/http/together.test.ts",
        "a setImmediate that is there and throws, as in Next's edge runtime, holds no request back",
      ),
    ],
  },
  {
    fault: "A refused connection was taken for a broken one, so that a write that was never sent was not repeated.",
    proofs: on("refused", "Deno"),
  },
  {
    fault: "Express 4 behind its parser: strangers were sent a page with a stack trace, and the log said nothing.",
    proofs: behind("behind a parser", "Express 4"),
  },
  {
    fault: "A request whose body something upstream had made text ended the process, signed or not.",
    proofs: behind("behind a decoder", "node:http", "Express 5"),
  },
  {
    fault:
      "The bytes that a host keeps beside the parsed body were not looked for, and every delivery was answered 500.",
    proofs: behind("unsigned", "Cloud Functions"),
  },
  {
    fault: "An App could be handed to two adapters alone.",
    proofs: behind("command and follow-up", "Fastify", "Koa", "Lambda, function URL"),
  },
  {
    fault: "Pages told users of Workers to read process.env, which is not there.",
    proofs: tests("test/runtimes/faults.test.ts", "programs for Workers read no variable of a process"),
  },
  {
    fault: "The declarations needed those of Node where libraries are checked.",
    proofs: tests(
      "test/long/consumers.test.ts",
      "no types of Node are needed, neither beside the DOM's nor where there are none at all",
    ),
  },
  {
    fault: "Bundles for Node held the whole package, whatever was imported.",
    proofs: tests(
      "test/runtimes/bundlers.test.ts",
      "a bundle of one route for the platform %s, told the conditions %s, is no larger than the page says, gzip, by every bundler",
    ),
  },
  {
    fault: "Node 18 was not told which Node is needed.",
    proofs: tests(
      "test/runtimes/package.test.ts",
      "Node 18 is told which one is needed, by import and by require",
      "Node 18 is told which one the commands need, in one line and with exit code 1",
    ),
  },
];
