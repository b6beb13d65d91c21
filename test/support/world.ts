import { asChannelId, asServerId, type Client, type ClientOptions, createClient, messageHistory } from "svc-apps";
import { type Sandbox, type SandboxOptions, startSandbox, type VirtualClock } from "svc-apps/sandbox";
import { operationValidators } from "svc-apps/validators";
import { afterEach } from "vitest";

const running: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.stop()));
});

/** A sandbox on a virtual clock, and a client in it that checks everything. */
export interface World {
  readonly sandbox: Sandbox<VirtualClock>;
  readonly client: Client;
  readonly place: {
    readonly serverId: ReturnType<typeof asServerId>;
    readonly channelId: ReturnType<typeof asChannelId>;
  };
}

/** Starts a world; it is stopped after the test. `assumptions` of the sandbox; the client has options of its own. */
export async function start(
  options: Partial<ClientOptions> = {},
  assumptions: SandboxOptions["assumptions"] = {},
): Promise<World> {
  const sandbox = await startSandbox({ clock: "virtual", seed: 1, port: null, assumptions });
  running.push(sandbox);
  const { serverId, channelId, token } = sandbox.defaults;
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    token,
    transport: sandbox.request,
    streamTransport: sandbox.openStream,
    clock: sandbox.clock,
    random: () => 0,
    validation: { validators: operationValidators, answers: "throw" },
    ...options,
  });
  return { sandbox, client, place: { serverId: asServerId(serverId), channelId: asChannelId(channelId) } };
}

/** Runs a call while the sandbox's clock moves on, as far as anything waits for it. */
export async function whileTimePasses<T>({ sandbox }: World, call: Promise<T>, ms = 120_000): Promise<T> {
  let ended = false;
  const watched = call.finally(() => (ended = true));
  watched.catch(() => undefined);
  for (let passed = 0; !ended && passed < ms; passed += 50) await sandbox.clock.advance(50);
  return watched;
}

/** How many messages the channel holds. */
export const countMessages = async ({ client, place }: World) => {
  let messages = 0;
  for await (const _one of messageHistory(client, place)) messages += 1;
  return messages;
};
