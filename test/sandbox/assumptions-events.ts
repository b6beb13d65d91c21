import { expect } from "vitest";
import type { EndpointAnswer, EndpointRequest } from "svc-apps/sandbox";
import { opened, statusOf, type Observation } from "./assumptions-support.js";
import { call, listen, type VirtualSandbox } from "./support.js";
import { verifies } from "./verify.js";

async function openMailbox(sandbox: VirtualSandbox, intents = "messages,interactions") {
  return (await call(sandbox, "openMailbox", { intents })).body as {
    readonly mailbox: string;
    readonly next: string;
    readonly events: readonly unknown[];
  };
}

const read = async (sandbox: VirtualSandbox, mailboxId: string, since: string) =>
  (await call(sandbox, "readMailbox", { mailboxId, since })).body as {
    readonly events: readonly { readonly interaction?: { readonly expiresInMs: number } }[];
  };

/** Saves an endpoint that fails everything, or answers as told. */
async function endpoint(
  sandbox: VirtualSandbox,
  answer: (request: EndpointRequest) => EndpointAnswer,
): Promise<EndpointRequest[]> {
  const requests: EndpointRequest[] = [];
  const inProcess = (request: EndpointRequest): Promise<EndpointAnswer> => {
    requests.push(request);
    return Promise.resolve(answer(request));
  };
  await sandbox.portal.saveEndpoint({ appId: sandbox.defaults.appId, url: "https://app.example/", inProcess });
  return requests;
}

const echo = ({ body }: EndpointRequest): EndpointAnswer => ({ status: 200, body });
const refuse = (): EndpointAnswer => ({ status: 500, body: "" });
const stateOf = ({ portal, defaults: { appId } }: VirtualSandbox) => portal.endpointOf({ appId })?.state;

/** An active endpoint that has just been proven and fails everything from now on. */
async function failing(sandbox: VirtualSandbox): Promise<() => Promise<void>> {
  let proven = false;
  await endpoint(sandbox, (request) => (proven ? refuse() : echo(request)));
  await sandbox.portal.probeEndpoint({ appId: sandbox.defaults.appId });
  proven = true;
  await call(sandbox, "createCommand", { command: { type: "chat", name: "go", description: "" } });
  return async () => {
    sandbox.defaults.person.run("go");
    await sandbox.clock.settle();
  };
}

/** What each assumption of the points about events and deliveries can be seen by. */
export const eventAssumptions: Readonly<Record<string, Observation>> = {
  closeMailboxAnswer: {
    see: async (sandbox) =>
      statusOf(call(sandbox, "closeMailbox", { mailboxId: (await openMailbox(sandbox)).mailbox })),
    assumptions: [
      ["no-content", 204],
      ["ok", 200],
    ],
  },
  mailboxReread: {
    see: async (sandbox) => {
      const { mailbox, next } = await openMailbox(sandbox);
      sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
      return [(await read(sandbox, mailbox, next)).events.length, (await read(sandbox, mailbox, next)).events.length];
    },
    assumptions: [
      ["repeats", [1, 1]],
      ["empty", [1, 0]],
    ],
  },
  mailboxControlEvents: {
    see: async (sandbox) => (await openMailbox(sandbox)).events.length,
    assumptions: [
      ["absent", 0],
      ["present", 1],
    ],
  },
  mailboxRead: {
    see: async (sandbox) => {
      const { mailbox, next } = await openMailbox(sandbox);
      let events: number | undefined;
      const reading = read(sandbox, mailbox, next).then((batch) => (events = batch.events.length));
      await sandbox.clock.advance(500);
      const early = events;
      sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
      await reading;
      return [early, events];
    },
    assumptions: [
      ["immediate", [0, 0]],
      ["held", [undefined, 1]],
    ],
  },
  mailboxExpiryClock: {
    see: async (sandbox) => {
      const { mailbox, next } = await openMailbox(sandbox);
      await opened(sandbox);
      await sandbox.clock.advance(1000);
      return (await read(sandbox, mailbox, next)).events[0]?.interaction?.expiresInMs;
    },
    assumptions: [
      ["at-read", 2000],
      ["at-arrival", 3000],
    ],
  },
  eventFanOut: {
    see: async (sandbox) => {
      const streams = [await listen(sandbox), await listen(sandbox)];
      for (const text of ["a", "b", "c", "d"]) sandbox.defaults.person.post(sandbox.defaults.channelId, text);
      await sandbox.clock.settle();
      return streams.map(({ frames }) => frames.length - 1);
    },
    assumptions: [
      ["all", [4, 4]],
      ["split", [2, 2]],
    ],
  },
  eventIdScope: {
    see: async (sandbox) => {
      const { person, channelId } = sandbox.defaults;
      const first = await listen(sandbox);
      person.post(channelId, "a");
      const second = await listen(sandbox);
      person.post(channelId, "b");
      await sandbox.clock.settle();
      const same = first.frames.at(-1)?.id === second.frames.at(-1)?.id;
      second.close();
      person.post(channelId, "missed");
      const resumed = await listen(sandbox, { lastEventId: second.frames.at(-1)?.id ?? "" });
      return [same, resumed.types(), resumed.frames.at(-1)?.event["message"]];
    },
    assumptions: [
      ["app", true],
      ["connection", false],
    ].map(([reading, same]) => [
      reading,
      [same, ["connection_resume", "message_create"], expect.objectContaining({ content: "missed" })],
    ]),
  },
  resumeWithOtherIntents: {
    see: async (sandbox) => {
      const { person, channelId } = sandbox.defaults;
      const first = await listen(sandbox, { intents: "messages" });
      person.post(channelId, "a");
      await sandbox.clock.settle();
      first.close();
      person.post(channelId, "missed");
      const lastEventId = first.frames.at(-1)?.id ?? "";
      const other = await listen(sandbox, { intents: "messages,interactions", lastEventId });
      const same = await listen(sandbox, { intents: "messages", lastEventId });
      return [other.types(), same.types()];
    },
    assumptions: [
      ["resumed", ["connection_resume", "message_create"]],
      ["started-over", ["connection_open"]],
    ].map(([reading, types]) => [reading, [types, ["connection_resume", "message_create"]]]),
  },
  signatureSeparator: {
    see: async (sandbox) => {
      const requests = await endpoint(sandbox, echo);
      sandbox.portal.rotateKeys();
      await sandbox.portal.probeEndpoint({ appId: sandbox.defaults.appId });
      return /^ed25519-sandbox-2=[\w-]{86}(.+)ed25519-sandbox-1=[\w-]{86}$/.exec(
        requests[0]?.headers["x-svc-signature"] ?? "",
      )?.[1];
    },
    assumptions: [
      ["comma", ","],
      ["comma-space", ", "],
      ["semicolon", ";"],
      ["space", " "],
    ],
  },
  probeLayout: {
    see: async (sandbox) => {
      const requests = await endpoint(sandbox, echo);
      const { appId } = sandbox.defaults;
      await sandbox.portal.probeEndpoint({ appId });
      const { keys } = (await call(sandbox, "listSigningKeys")).body as {
        readonly keys: Parameters<typeof verifies>[4];
      };
      return verifies("probe", appId, requests[0]?.headers ?? {}, requests[0]?.body ?? "", keys);
    },
    assumptions: [
      ["as-interaction", [true]],
      ["label-and-body", [false]],
    ],
  },
  failedProbeState: {
    see: async (sandbox) => {
      await endpoint(sandbox, refuse);
      await sandbox.portal.probeEndpoint({ appId: sandbox.defaults.appId }).catch(() => undefined);
      return stateOf(sandbox);
    },
    assumptions: [
      ["probing", "probing"],
      ["off", "off"],
    ],
  },
  retestState: {
    see: async (sandbox) => {
      await endpoint(sandbox, echo);
      const { appId } = sandbox.defaults;
      await sandbox.portal.probeEndpoint({ appId });
      sandbox.portal.suspendEndpoint({ appId });
      return (await sandbox.portal.retestEndpoint({ appId })).state;
    },
    assumptions: [
      ["active", "active"],
      ["probing", "probing"],
    ],
  },
  suspensionFailures: {
    see: async (sandbox) => {
      const fail = await failing(sandbox);
      let failures = 0;
      for (; stateOf(sandbox) === "active"; failures++) await fail();
      return failures;
    },
    assumptions: [
      [5, 5],
      [2, 2],
    ],
  },
  suspensionPeriodMs: {
    see: async (sandbox) => {
      const fail = await failing(sandbox);
      for (let failures = 0; failures < 5; failures++) {
        await fail();
        await sandbox.clock.advance(100_000);
      }
      return stateOf(sandbox);
    },
    assumptions: [
      [600_000, "suspended"],
      [200_000, "active"],
    ],
  },
  emergencyGraceMs: {
    see: async (sandbox) => {
      const fail = await failing(sandbox);
      sandbox.portal.rotateKeysInEmergency();
      await sandbox.clock.advance(5000);
      for (let failures = 0; failures < 5; failures++) await fail();
      return stateOf(sandbox);
    },
    assumptions: [
      [3_600_000, "active"],
      [5000, "suspended"],
    ],
  },
};
