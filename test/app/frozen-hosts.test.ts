/** Hosts that freeze once the answer to a delivery is sent: what belongs to the interaction is sent before. */
import { component } from "svc-apps";
import type { AppOptions, Diagnostic } from "svc-apps";
import { toLambdaHandler } from "svc-apps/adapters";
import { memoryStore } from "svc-apps/stores";
import type { Sandbox, VirtualClock } from "svc-apps/sandbox";
import { describe, expect, test } from "vitest";
import { poll, question } from "./kit/polls.js";
import type { Handler } from "./kit/polls.js";
import { all } from "./kit/stores.js";
import { appOn, pass, platform } from "./kit/world.js";

interface Frozen {
  readonly sandbox: Sandbox<VirtualClock>;
  readonly notices: readonly Diagnostic[];
  /** REST calls of interactions, and responses, as they came. */
  readonly order: readonly string[];
  run(): Promise<ReturnType<Sandbox["defaults"]["person"]["run"]>>;
}

/** An App behind Lambda's adapter, whose process stands still from each response to the next request. */
async function frozen(
  handle: Handler,
  options: AppOptions = {},
  breaks: (call: string | undefined) => boolean = () => false,
): Promise<Frozen> {
  const sandbox = await platform();
  const order: string[] = [];
  const { app, notices } = appOn(sandbox, {
    events: false,
    ...options,
    transport: async (request) => {
      const call = /interac[^/]*\/[^/]+\/([^/?]+)$/.exec(request.url)?.[1];
      if (call !== undefined) order.push(call);
      if (breaks(call)) throw new Error("The connection broke.");
      return sandbox.request(request);
    },
  });
  app.command(poll, handle);
  const onLambda = toLambdaHandler(app);
  const { appId, person } = sandbox.defaults;
  await app.start({ signals: false });
  await sandbox.portal.saveEndpoint({
    appId,
    url: "https://app.example/interactions",
    inProcess: async ({ headers, body }) => {
      const event = { httpMethod: "POST", headers, body: Buffer.from(body).toString("base64"), isBase64Encoded: true };
      const result = await onLambda(event);
      order.push(`${result.statusCode} ${result.body ?? ""}`);
      return { status: result.statusCode, body: result.body ?? "" };
    },
  });
  await sandbox.portal.probeEndpoint({ appId });
  order.length = 0;
  return {
    sandbox,
    notices,
    order,
    async run() {
      const interaction = person.run(poll);
      await pass(sandbox, 4_000);
      return interaction;
    },
  };
}

const textsOf = (interaction: { readonly texts: readonly { readonly content: string }[] }): readonly string[] =>
  interaction.texts.map(({ content }) => content);
const kinds = (notices: readonly Diagnostic[]): readonly string[] =>
  notices.filter(({ level }) => level === "warn" || level === "error").map(({ type }) => type);

describe.concurrent("a host that freezes after the response", () => {
  test("gets a public reply in the response, and nothing by REST", async () => {
    const { run, order } = await frozen(async ({ reply }) => reply("Hello."));
    expect(textsOf(await run())).toEqual(["Hello."]);
    expect(order).toEqual(['200 {"type":"reply","content":"Hello."}']);
  });

  test("gets its response after a private reply was confirmed and answered by REST", async () => {
    const { run, order, notices } = await frozen(async ({ reply }) => reply({ content: "For you.", private: true }));
    const interaction = await run();
    expect([interaction.state, textsOf(interaction)]).toEqual(["answered", ["For you."]]);
    expect(order.length).toBe(3);
    expect(order.at(-1)).toBe("204 ");
    expect(kinds(notices)).toEqual([]);
  });

  test("gets its response after the follow-ups of a reply", async () => {
    const { run, order } = await frozen(async ({ reply, followUp }) => {
      await reply("One.");
      await followUp("Two.");
      await followUp("Three.");
    });
    expect(textsOf(await run())).toEqual(["One.", "Two.", "Three."]);
    expect(order.length).toBe(4);
    expect(order.at(-1)).toBe("204 ");
  });

  test("gets its response after work that follows a reply, as far as the deadline allows", async () => {
    const done: string[] = []; // before the response
    const { run, order, notices, sandbox } = await frozen(async ({ reply }) => {
      await reply("Hello.");
      await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 1_500));
      done.push(...order, "written");
    });
    await run();
    expect(done).toEqual(["written"]);
    expect(order).toEqual(['200 {"type":"reply","content":"Hello."}']);
    expect(kinds(notices)).toEqual([]);
  });

  test("gets a failure said to the person before the response", async () => {
    const { run, order } = await frozen(async ({ defer }) => {
      await defer();
      throw new Error("no");
    });
    const interaction = await run();
    expect(textsOf(interaction)).toEqual(["Something went wrong."]);
    expect(order.at(-1)).toBe("204 ");
  });

  test("gets a defer at the deadline, and one diagnostic names waitUntil and a queue", async () => {
    const { run, order, notices, sandbox } = await frozen(async ({ answer }) => {
      await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 10_000));
      await answer("Too late.");
    });
    const first = await run();
    expect(order).toEqual(['200 {"type":"defer"}']);
    expect(first.state).toBe("deferred");
    await run();
    const told = notices.filter(({ type }) => type === "delivery.work_frozen");
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toMatch(/waitUntil.*queue/);
  });

  test("gets its response when a stored conversation waits and is written, and that of the answer when it is done", async () => {
    const store = memoryStore();
    const { run, order, notices, sandbox } = await frozen(
      async ({ reply, waitFor }) => {
        const waiting = waitFor(component("vote:{choice}"));
        await reply(question);
        const vote = await waiting;
        await vote.reply(`You said ${vote.params.choice}.`);
        await vote.followUp("Thanks.");
      },
      { conversations: { store } },
    );
    const asked = await run();
    expect(order).toEqual([expect.stringMatching(/^200 .*Well\?/)]);
    expect(await all(store)).toHaveLength(1);
    const pressed = sandbox.defaults.person.press(asked.texts[0]?.messageId ?? "", "vote:yes");
    await pass(sandbox, 200);
    expect(textsOf(pressed)).toEqual(["You said yes.", "Thanks."]);
    expect(order.length).toBe(4);
    expect(order.at(-1)).toBe("204 ");
    expect(await all(store)).toHaveLength(0);
    expect(kinds(notices)).toEqual([]);
  });

  test("keeps the body for the confirmation where REST does not confirm", async () => {
    const { run, order, notices } = await frozen(
      async ({ reply }) => reply({ content: "For you.", private: true }),
      {},
      (call) => call === "confirmar",
    );
    const interaction = await run();
    expect(order).toContain('200 {"type":"defer"}');
    expect(textsOf(interaction)).toEqual(["For you."]); // this process does not really freeze
    expect(kinds(notices)).toContain("delivery.work_frozen");
  });

  test("with ack-then-rest, gets its response when REST has said everything", async () => {
    const { run, order } = await frozen(
      async ({ reply, followUp }) => {
        await reply({ content: "For you.", private: true });
        await followUp("And this.");
      },
      { delivery: { mode: "ack-then-rest" } },
    );
    expect(textsOf(await run()).toSorted()).toEqual(["And this.", "For you."]);
    expect(order).toHaveLength(4);
    expect(order.at(-1)).toBe("204 ");
  });
});
