import { App, type AppOptions, type Diagnostic, fetchStreamTransport, fetchTransport, silentLogger } from "svc-apps";
import { nodeStreamTransport, nodeTransport } from "svc-apps/node";
import type { EndpointPost, PersonInteraction, SandboxOptions } from "svc-apps/sandbox";
import { memoryStore } from "svc-apps/stores";
import { memoryAgent, memoryFetch } from "./peer.js";
import { Platform } from "./platform.js";
import { pass, rest, whileTimePasses } from "./time.js";
import { cut, headerTexts, type Run, transcript } from "./transcript.js";
import { diagnosticLine, errorLine } from "./words.js";

/** One App on a platform, as a scenario acts on it. */
export interface Stage {
  readonly sandbox: Platform["sandbox"];
  readonly person: Platform["sandbox"]["defaults"]["person"];
  /** Writes a line into the outcome. */
  note(line: string): void;
  pass(ms: number): Promise<void>;
  /** Starts another App of the same scenario in place of this one, as after a restart. */
  restart(): Promise<void>;
}

export interface AppScenario {
  readonly title: string;
  readonly sandbox?: SandboxOptions;
  readonly app?: AppOptions;
  /** Ways by the beginning of their names. Default: all but those that only play where they are named. */
  readonly only?: readonly string[];
  /** Registers handlers. `note` writes into the outcome. */
  readonly handlers?: (app: App, note: (line: string) => void, wait: (ms: number) => Promise<void>) => void;
  /** Commands that are registered beforehand. */
  readonly commands?: readonly object[];
  /** Conversations outlive the App's restart. */
  readonly keepsConversations?: boolean;
  /** The start of the App is shown. Default: if something is ordered before it. */
  readonly showStart?: true;
  /** What goes wrong from the beginning. */
  readonly before?: (stage: Pick<Stage, "sandbox">) => void;
  /** What happens after the start. */
  readonly acts: (stage: Stage) => Promise<void>;
}

/** Transports and options of one way for an App to live. */
interface AppWay {
  readonly options: (platform: Platform) => AppOptions;
  readonly endpoint?: true;
  /** Plays only where it is named. */
  readonly rare?: true;
}

const overNode = (platform: Platform): AppOptions => {
  const options = { agent: memoryAgent(platform), clock: platform.clock };
  return { transport: nodeTransport(options), streamTransport: nodeStreamTransport(options) };
};
const overFetch = (platform: Platform): AppOptions => {
  const options = { fetch: memoryFetch(platform), clock: platform.clock };
  return { transport: fetchTransport(options), streamTransport: fetchStreamTransport(options) };
};

/** How events reach an App. */
export const eventWays: Readonly<Record<string, AppWay>> = {
  "stream over node:http": { options: (platform) => ({ ...overNode(platform), events: "gateway" }) },
  "stream over fetch": { options: (platform) => ({ ...overFetch(platform), events: "gateway" }) },
  "mailbox over node:http": { options: (platform) => ({ ...overNode(platform), events: "mailbox" }) },
  "mailbox over fetch": { options: (platform) => ({ ...overFetch(platform), events: "mailbox" }) },
  "auto over node:http": { options: (platform) => ({ ...overNode(platform), events: "auto" }), rare: true },
};

/** How interactions reach an App. */
export const interactionWays: Readonly<Record<string, AppWay>> = {
  stream: { options: (platform) => ({ ...overNode(platform), events: "gateway" }) },
  mailbox: { options: (platform) => ({ ...overNode(platform), events: "mailbox" }), rare: true },
  endpoint: { options: (platform) => ({ ...overNode(platform), events: false }), endpoint: true },
};

/** Makes the App's endpoint active; each delivery and its answer are noted. */
async function openEndpoint(platform: Platform, app: () => App): Promise<void> {
  const { sandbox } = platform;
  const { appId } = sandbox.defaults;
  const inProcess: EndpointPost = async ({ url, headers, body }) => {
    platform.tell(`-> delivery ${cut(body, 60)}`);
    const response = await app().fetch(new Request(url, { method: "POST", headers, body }));
    const text = await response.text();
    platform.note(`answered ${response.status} ${text}`);
    return { status: response.status, body: text };
  };
  await sandbox.portal.saveEndpoint({ appId, url: "https://app.example/interactions", inProcess });
  await sandbox.portal.probeEndpoint({ appId });
}

/** One App after the other on one platform. */
class Theatre {
  readonly outcomes: string[] = [];
  readonly diagnostics: string[] = [];
  readonly #scenario: AppScenario;
  readonly #way: AppWay;
  readonly #platform: Platform;
  readonly #state = memoryStore();
  app = new App();

  constructor(scenario: AppScenario, way: AppWay, platform: Platform) {
    this.#scenario = scenario;
    this.#way = way;
    this.#platform = platform;
  }

  readonly note = (line: string): void => void this.outcomes.push(`${this.#platform.clock.monotonicMs()} ms ${line}`);

  async open(): Promise<void> {
    const { clock, sandbox } = this.#platform;
    const ours = this.#way.options(this.#platform);
    const { events, ...theirs } = this.#scenario.app ?? {};
    const { events: transport } = ours;
    this.app = new App({
      baseUrl: sandbox.baseUrl,
      token: sandbox.defaults.token,
      clock,
      random: () => 0.5,
      createClientRef: () => "ref",
      logger: silentLogger,
      userAgent: false,
      ...ours,
      ...theirs,
      ...(events !== undefined && { events }),
      ...(typeof events === "object" && typeof transport === "string" && { events: { transport, ...events } }),
      ...(this.#scenario.keepsConversations && { conversations: { store: this.#state } }),
      onDiagnostic: (diagnostic) => void this.diagnostics.push(...told(diagnostic)),
    });
    const wait = async (ms: number): Promise<void> => new Promise((resolve) => void clock.schedule(resolve, ms));
    this.#scenario.handlers?.(this.app, this.note, wait);
    this.app.start({ signals: false }).catch((error: unknown) => this.note(`start ${errorLine(error)}`));
    void this.app.stopped.then(({ why }) => this.note(`stopped: ${why}`));
    await rest();
  }

  async stop(): Promise<void> {
    const stopping = this.app.stop({ graceMs: 1_000 });
    await whileTimePasses(this.#platform.clock, stopping);
  }
}

async function play(scenario: AppScenario, name: string, way: AppWay): Promise<Run> {
  const platform = await Platform.start(scenario.sandbox);
  const { sandbox, clock, events } = platform;
  const { appId, person } = sandbox.defaults;
  for (const command of scenario.commands ?? [])
    sandbox.addCommand(appId, JSON.parse(JSON.stringify(command)) as Record<string, never>); // as it goes over the wire
  scenario.before?.({ sandbox });
  const theatre = new Theatre(scenario, way, platform);
  await theatre.open();
  if (way.endpoint) await openEndpoint(platform, () => theatre.app);
  await rest();
  if (!scenario.before && !scenario.showStart) for (const list of [events, theatre.diagnostics]) list.length = 0;
  await scenario.acts({
    sandbox,
    person,
    note: theatre.note,
    pass: async (ms) => pass(clock, ms),
    async restart() {
      platform.tell("the App restarts");
      await theatre.stop();
      await theatre.open();
    },
  });
  platform.tell("the App stops");
  await theatre.stop();
  await sandbox.stop();
  return { way: name, events, outcomes: theatre.outcomes, diagnostics: theatre.diagnostics };
}

/** Calls are told by what crosses the wire; what is left is one line for each diagnostic. */
const told = (diagnostic: Diagnostic): readonly string[] =>
  /^http\.call_(started|succeeded)$/.test(diagnostic.type) ? [] : [diagnosticLine(diagnostic)];

/** How an interaction ended for its person. */
export const ended = (one: PersonInteraction): string =>
  `${one.type} by ${one.path}: ${one.state} ${JSON.stringify(one.texts.map(({ content, private: only }) => (only ? { private: content } : content)))}`;

/** Plays scenarios through all ways that they name. Headers are shown where no scenario before had them. */
export async function appTranscripts(
  scenarios: readonly AppScenario[],
  ways: Readonly<Record<string, AppWay>>,
): Promise<string> {
  await (loaded ??= loadEverything());
  const usual: Record<string, string[]> = {};
  const pages: string[] = [];
  for (const scenario of scenarios) {
    const runs: Run[] = [];
    for (const [name, way] of Object.entries(ways)) {
      const plays = scenario.only?.some((one) => name.startsWith(one)) ?? !way.rare;
      if (plays) runs.push(await play(scenario, name, way));
    }
    pages.push(transcript(scenario.title, runs, usual));
    for (const { way, events } of runs)
      for (const { sent } of events) if (sent) (usual[way] ??= []).push(headerTexts(sent).join(" | "));
  }
  return pages.join("\n");
}

let loaded: Promise<void> | undefined;

/** Loads what an App loads at its first use, which takes a time of its own. */
async function loadEverything(): Promise<void> {
  await Promise.all([import("../../../runtime/app/source.js"), import("../../../runtime/app/deliveries.js")]);
}
