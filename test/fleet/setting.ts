import { App, chatCommand, type Diagnostic, silentLogger } from "svc-apps";
import type { AppOptions } from "svc-apps";
import { type Fleet, type FleetOptions, type MemoryEngine, memoryEngine, openFleet } from "svc-apps/fleet";
import { type Sandbox, type SandboxOptions, startSandbox, type VirtualClock } from "svc-apps/sandbox";
import { onTestFinished } from "vitest";

// An App loads it when it starts, which takes real time: here it is loaded before the clock moves.
import "../../runtime/app/fleet-source.js";

export interface Member {
  readonly app: App;
  readonly fleet: Fleet;
  /** What its handlers were given: the text of a message, or the emoji of a reaction. */
  readonly heard: string[];
  readonly diagnostics: Diagnostic[];
}

/** A platform, an engine and Apps that are one fleet, on one clock that the test moves. */
export class Setting {
  readonly sandbox: Sandbox<VirtualClock>;
  readonly engine: MemoryEngine;
  readonly members: Member[] = [];

  static async start(options: SandboxOptions = {}): Promise<Setting> {
    const sandbox = await startSandbox({ seed: 1, ...options, clock: "virtual", port: null });
    const setting = new Setting(sandbox);
    onTestFinished(async () => {
      const stopped = Promise.all(setting.members.map(({ app }) => app.stop({ graceMs: 0 })));
      await setting.during(stopped);
      await sandbox.stop();
    });
    return setting;
  }

  private constructor(sandbox: Sandbox<VirtualClock>) {
    this.sandbox = sandbox;
    this.engine = memoryEngine({ clock: sandbox.clock });
  }

  /** An App of the fleet, as one process would have it. */
  async add(
    name: string,
    fleetOptions: FleetOptions = {},
    more: (options: AppOptions) => AppOptions = (options) => options,
  ): Promise<Member> {
    const { sandbox, engine } = this;
    const { clock, baseUrl, defaults } = sandbox;
    const fleet = await openFleet({ engine, clock, member: name, partitions: 4, ...fleetOptions });
    const heard: string[] = [];
    const diagnostics: Diagnostic[] = [];
    const options: AppOptions = {
      baseUrl,
      token: defaults.token,
      transport: sandbox.request,
      streamTransport: sandbox.openStream,
      clock,
      fleet,
      order: "channel",
      syncCommands: true,
      logger: silentLogger,
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    };
    const app = new App(more(options));
    app.on("message_create", ({ message }) => void heard.push(message.content));
    app.command(chatCommand({ name: "who", description: "Who answers" }), (interaction) => interaction.reply(name));
    const member = { app, fleet, heard, diagnostics };
    this.members.push(member);
    return member;
  }

  /** Starts Apps and waits until events come in at one of them. */
  async run(...members: readonly Member[]): Promise<void> {
    await this.during(Promise.all(members.map(({ app }) => app.start({ signals: false }))));
    await this.until(() => members.some(({ app }) => app.health().events?.phase === "open"));
  }

  /** What work comes to, while time passes. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const watched = work.finally(() => (isOver = true));
    watched.catch(() => undefined);
    await this.until(() => isOver);
    return watched;
  }

  /** Moves time on until it holds. */
  async until(holds: () => boolean): Promise<void> {
    const { clock } = this.sandbox;
    const endMs = clock.monotonicMs() + 60_000;
    while (!holds()) {
      if (clock.monotonicMs() > endMs) throw new Error(`within a minute it did not come true: ${String(holds)}`);
      await clock.advance(20);
    }
  }

  get heard(): readonly string[] {
    return this.members.flatMap(({ heard }) => heard);
  }
}
