import { expect } from "vitest";
import { opened, statusOf, type Observation } from "./assumptions-support.js";
import { call, type Params, type VirtualSandbox } from "./support.js";

const confirm = (sandbox: VirtualSandbox, interactionId: string, body: Params) =>
  call(sandbox, "confirmInteraction", { interactionId, ...body });

async function confirmed(sandbox: VirtualSandbox, body: Params, trigger: "run" | "type" = "run"): Promise<number> {
  return statusOf(confirm(sandbox, (await opened(sandbox, trigger)).id, body));
}

async function outcome(sandbox: VirtualSandbox): Promise<Record<string, unknown>> {
  const { id } = await opened(sandbox);
  await confirm(sandbox, id, { type: "reply", content: "x" });
  const { body } = await call(sandbox, "followUpInteraction", { interactionId: id, content: "y" });
  return (body as { readonly interaction: Record<string, unknown> }).interaction;
}

const modal = { id: "f", title: "t", fields: [{ type: "text", id: "a", label: "A" }] };

/** What each assumption of the points about interactions can be seen by. */
export const interactionAssumptions: Readonly<Record<string, Observation>> = {
  commandArguments: {
    see: async (sandbox) => {
      const { data } = (await opened(sandbox)).record;
      const argument = [{ name: "city", type: "string", value: "x" }];
      const places = {
        beside: data["arguments"],
        inside: (data["command"] as { readonly arguments?: unknown }).arguments,
        options: data["options"],
      };
      return Object.entries(places).find(([, value]) => JSON.stringify(value) === JSON.stringify(argument))?.[0];
    },
    assumptions: [
      ["data.arguments", "beside"],
      ["data.command.arguments", "inside"],
      ["data.options", "options"],
    ],
  },
  modalPlacement: {
    see: async (sandbox) => {
      const { id } = await opened(sandbox);
      return [
        await statusOf(confirm(sandbox, id, { type: "modal", modal })),
        await statusOf(confirm(sandbox, sandbox.defaults.person.run("roll").id, { type: "modal", ...modal })),
      ];
    },
    assumptions: [
      ["nested", [200, 400]],
      ["inline", [400, 200]],
    ],
  },
  privateReply: {
    see: (sandbox) => confirmed(sandbox, { type: "reply", content: "x", private: true }),
    assumptions: [
      ["sent", 200],
      ["rerouted", 400],
      ["refused", 400],
    ],
  },
  replyComponents: {
    see: (sandbox) => confirmed(sandbox, { type: "reply", content: "x", components: [{ type: "button" }] }),
    assumptions: [
      ["sent", 200],
      ["rerouted", 400],
      ["refused", 400],
    ],
  },
  formSubmissions: {
    see: async (sandbox) => {
      const interaction = await opened(sandbox);
      await confirm(sandbox, interaction.id, { type: "modal", modal });
      const { person } = sandbox.defaults;
      const submit = () => person.submit(interaction, { a: "x" }).type;
      return [submit(), await Promise.resolve().then(submit).catch(String)];
    },
    assumptions: [
      ["once", ["form", expect.stringContaining("submitted already")]],
      ["repeated", ["form", "form"]],
    ],
  },
  emptySuggestions: {
    see: (sandbox) => confirmed(sandbox, { type: "suggest", choices: [] }, "type"),
    assumptions: [
      ["sent", 200],
      ["silent", 400],
    ],
  },
  expiredConfirmCode: {
    see: async (sandbox) => {
      const { id } = await opened(sandbox);
      await sandbox.clock.advance(3000);
      return ((await confirm(sandbox, id, { type: "defer" })).body as { readonly code: unknown }).code;
    },
    assumptions: ["INTERACTION_EXPIRED", "INVALID_INPUT", "INTERACTION_ALREADY_CONFIRMED"].map((code) => [code, code]),
  },
  answeredState: {
    see: async (sandbox) => (await outcome(sandbox))["state"],
    assumptions: [
      ["words", "confirmed"],
      ["numbers", "1"],
    ],
  },
  followupsShape: {
    see: async (sandbox) => {
      const { followups } = await outcome(sandbox);
      return Array.isArray(followups) ? followups.length * 10 : followups;
    },
    assumptions: [
      ["count", 1],
      ["list", 10],
    ],
  },
  expiresAtShape: {
    see: async (sandbox) => {
      const { expiresAt } = await outcome(sandbox);
      return [typeof expiresAt, new Date(expiresAt as string | number).getTime() - sandbox.clock.now()];
    },
    assumptions: [
      ["iso", ["string", 600_000]],
      ["epochMs", ["number", 600_000]],
    ],
  },
  followUpWindowStart: {
    see: async (sandbox) => {
      const { id } = await opened(sandbox);
      await sandbox.clock.advance(2000);
      await confirm(sandbox, id, { type: "defer" });
      await sandbox.clock.advance(30_000);
      await call(sandbox, "answerInteraction", { interactionId: id, content: "x" });
      const follow = () => statusOf(call(sandbox, "followUpInteraction", { interactionId: id, content: "y" }));
      await sandbox.clock.advance(569_000);
      const statuses = [await follow()];
      for (const ms of [2000, 30_000]) {
        await sandbox.clock.advance(ms);
        statuses.push(await follow());
      }
      return statuses;
    },
    assumptions: [
      ["confirm", [200, 409, 409]],
      ["creation", [409, 409, 409]],
      ["answer", [200, 200, 409]],
    ],
  },
  answerTwice: {
    see: async (sandbox) => {
      const { id } = await opened(sandbox);
      await confirm(sandbox, id, { type: "defer" });
      const say = (content: string) => statusOf(call(sandbox, "answerInteraction", { interactionId: id, content }));
      const statuses = [await say("one"), await say("two")];
      const { person, channelId } = sandbox.defaults;
      return [statuses, person.read(channelId).map(({ content }) => content)];
    },
    assumptions: [
      ["refused", [[200, 409], ["one"]]],
      ["replaces", [[200, 200], ["two"]]],
      [
        "appends",
        [
          [200, 200],
          ["one", "two"],
        ],
      ],
    ],
  },
  followUpAfterDecline: {
    see: async (sandbox) => {
      const { id } = await opened(sandbox);
      await confirm(sandbox, id, { type: "decline" });
      return statusOf(call(sandbox, "followUpInteraction", { interactionId: id, content: "y" }));
    },
    assumptions: [
      ["taken", 200],
      ["refused", 409],
    ],
  },
  autocompleteConfirmations: {
    see: (sandbox) => confirmed(sandbox, { type: "defer" }, "type"),
    assumptions: [
      ["suggest-only", 400],
      ["any", 200],
    ],
  },
};
