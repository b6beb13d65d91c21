import { App, chatCommand, silentLogger } from "svc-apps";
import type { Diagnostic, AppOptions } from "svc-apps";
import { startSandbox } from "svc-apps/sandbox";
import type { Sandbox, SandboxOptions, VirtualClock } from "svc-apps/sandbox";
import { onTestFinished } from "vitest";

export const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "Sides", minValue: 2, maxValue: 100 }],
});

/** A platform without sockets on a clock to step. Stops with the test, which fails when the platform made a mistake. */
export async function platform(options: SandboxOptions = {}): Promise<Sandbox<VirtualClock>> {
  const sandbox = await startSandbox({ seed: 1, ...options, clock: "virtual", port: null });
  onTestFinished(async () => sandbox.stop());
  return sandbox;
}

export interface Setting {
  readonly sandbox: Sandbox<VirtualClock>;
  readonly app: App;
  readonly notices: readonly Diagnostic[];
  /** Starts the App and gives the platform's defaults. */
  start(): Promise<Sandbox<VirtualClock>["defaults"]>;
}

/** What connects an App to a platform, on its clock and silently. */
export function connected(sandbox: Sandbox<VirtualClock>) {
  return {
    baseUrl: sandbox.baseUrl,
    token: sandbox.defaults.token,
    transport: sandbox.request,
    streamTransport: sandbox.openStream,
    clock: sandbox.clock,
    random: () => 0.5,
    logger: silentLogger,
    syncCommands: true,
  } satisfies AppOptions;
}

/** An App on a platform. Register handlers, then `start()`. */
export function appOn(sandbox: Sandbox<VirtualClock>, options: AppOptions = {}): Setting {
  const notices: Diagnostic[] = [];
  const app = new App({
    ...connected(sandbox),
    ...options,
    onDiagnostic(diagnostic) {
      notices.push(diagnostic);
      options.onDiagnostic?.(diagnostic);
    },
  });
  onTestFinished(async () => {
    const stopping = app.stop({ graceMs: 0 });
    await sandbox.clock.settle();
    await stopping;
  });
  return {
    sandbox,
    app,
    notices,
    async start() {
      await app.start({ signals: false });
      return sandbox.defaults;
    },
  };
}

/** Makes the App's endpoint active, carried in this process. */
export async function endpointOf(sandbox: Sandbox<VirtualClock>, app: App): Promise<void> {
  const { appId } = sandbox.defaults;
  await sandbox.portal.saveEndpoint({
    appId,
    url: "https://app.example/interactions",
    inProcess: async ({ url, headers, body }) => {
      const response = await app.fetch(new Request(url, { method: "POST", headers, body }));
      return { status: response.status, body: await response.text() };
    },
  });
  await sandbox.portal.probeEndpoint({ appId });
}

/** Lets the App act, moving time on in small steps. */
export async function pass(sandbox: Sandbox<VirtualClock>, ms: number, stepMs = 50): Promise<void> {
  for (let at = 0; at < ms; at += stepMs) await sandbox.clock.advance(Math.min(stepMs, ms - at));
}
