import type { Observation } from "./assumptions-support.js";
import { call, here, send, type VirtualSandbox } from "./support.js";

const chat = { type: "chat", name: "roll", description: "" };
const statusOf = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status;

async function revisionOf(sandbox: VirtualSandbox): Promise<unknown> {
  return (
    (await call(sandbox, "getServer", { serverId: sandbox.defaults.serverId })).body as { readonly revision: unknown }
  ).revision;
}

const inQuery = (revision: unknown): string => `?revision=${String(revision)}`;
const inBody = (revision: unknown): string => JSON.stringify({ revision });

/** Tries a change with its revision in the body, then in the query. */
async function bothPlaces(sandbox: VirtualSandbox, method: string, path: string): Promise<readonly number[]> {
  const body = await statusOf(send(sandbox, method, path, inBody(await revisionOf(sandbox))));
  const query = await statusOf(send(sandbox, method, path + inQuery(await revisionOf(sandbox))));
  return [body, query];
}

/** What each assumption of the points about REST can be seen by. */
export const restAssumptions: Readonly<Record<string, Observation>> = {
  apiVersion: {
    see: async (sandbox) => {
      const stream = await sandbox.openStream({
        method: "GET",
        url: "/api/apps/eventos?intents=messages",
        headers: { authorization: `Bearer ${sandbox.defaults.token}`, "x-svc-api-version": "1" },
      });
      for await (const chunk of stream.body) return /"version":"(\w+)"/.exec(new TextDecoder().decode(chunk))?.[1];
      return undefined;
    },
    assumptions: [
      ["1", "1"],
      ["2027a", "2027a"],
    ],
  },
  revisionPlacement: {
    see: (sandbox) => {
      const { serverId, person } = sandbox.defaults;
      const { roleId } = sandbox.portal.createRole({ serverId, name: "r" });
      return bothPlaces(sandbox, "PUT", `/api/servidores/${serverId}/membros/${person.id}/cargos/${roleId}`);
    },
    assumptions: [
      ["body", [200, 400]],
      ["query", [400, 200]],
      [undefined, [200, 200]],
    ],
  },
  deleteRevisionPlacement: {
    see: async (sandbox) => {
      const { serverId } = sandbox.defaults;
      const path = (): string =>
        `/api/servidores/${serverId}/cargos/${sandbox.portal.createRole({ serverId, name: "r" }).roleId}`;
      const first = path();
      const body = await statusOf(send(sandbox, "DELETE", first, inBody(await revisionOf(sandbox))));
      const second = path();
      return [body, await statusOf(send(sandbox, "DELETE", second + inQuery(await revisionOf(sandbox))))];
    },
    assumptions: [
      ["body", [200, 400]],
      ["query", [400, 200]],
      [undefined, [200, 200]],
    ],
  },
  reactionRoute: {
    see: (sandbox) => {
      const { person, channelId } = sandbox.defaults;
      return statusOf(
        send(
          sandbox,
          "PUT",
          `/api/reagir/${sandbox.defaults.serverId}/${channelId}/${person.post(channelId, "x").id}`,
          '{"emoji":"👍"}',
        ),
      );
    },
    assumptions: [
      [null, 404],
      ["PUT /api/reagir/{servidor}/{canal}/{mensagem}", 200],
    ],
  },
  channelCategoryRemoval: {
    see: async (sandbox) => {
      const { categoryId } = sandbox.portal.createCategory({ serverId: sandbox.defaults.serverId, name: "c" });
      await call(sandbox, "editChannel", { ...here(sandbox), categoryId, revision: await revisionOf(sandbox) });
      const answer = await call(sandbox, "editChannel", {
        ...here(sandbox),
        categoryId: null,
        revision: await revisionOf(sandbox),
      });
      return [
        answer.status,
        (answer.body as { readonly channels?: readonly { readonly categoryId: unknown }[] }).channels?.[0]?.categoryId,
      ];
    },
    assumptions: [
      ["unsupported", [400, undefined]],
      ["null", [200, null]],
    ],
  },
  commandPermission: {
    see: (sandbox) =>
      statusOf(call(sandbox, "createCommand", { command: { ...chat, requiredPermission: "gerenciar_canais" } })),
    assumptions: [
      ["sent", 201],
      ["omitted", 400],
    ],
  },
  commandDescription: {
    see: async (sandbox) => [
      await statusOf(call(sandbox, "createCommand", { command: { type: "user", name: "x" } })),
      await statusOf(call(sandbox, "createCommand", { command: { type: "chat", name: "x" } })),
    ],
    assumptions: [
      ["required", [400, 400]],
      ["optional", [201, 400]],
    ],
  },
  commandSavedShape: {
    see: async (sandbox) => Object.keys((await call(sandbox, "createCommand", { command: chat })).body as object)[0],
    assumptions: [
      ["bare", "publicId"],
      ["wrapped", "command"],
    ],
  },
  commandEditedShape: {
    see: async (sandbox) => {
      const { publicId } = (await call(sandbox, "createCommand", { command: chat })).body as {
        readonly publicId: string;
      };
      return Object.keys(
        (await call(sandbox, "editCommand", { commandId: publicId, command: chat })).body as object,
      )[0];
    },
    assumptions: [
      ["bare", "publicId"],
      ["wrapped", "command"],
      ["empty", undefined],
    ],
  },
  commandScopeListed: {
    see: async (sandbox) => {
      await call(sandbox, "createCommand", { command: chat });
      await call(sandbox, "createCommand", { command: chat, serverId: sandbox.defaults.serverId });
      const { commands } = (await call(sandbox, "listCommands", {})).body as {
        readonly commands: readonly { readonly serverId?: unknown }[];
      };
      return commands.map(({ serverId }) => typeof serverId);
    },
    assumptions: [
      ["serverId", ["object", "string"]],
      ["omitted", ["undefined", "undefined"]],
    ],
  },
  commandNameUnique: {
    see: async (sandbox) => {
      await call(sandbox, "createCommand", { command: chat });
      return [
        await statusOf(call(sandbox, "createCommand", { command: chat })),
        await statusOf(call(sandbox, "createCommand", { command: chat, serverId: sandbox.defaults.serverId })),
      ];
    },
    assumptions: [
      ["unique", [400, 201]],
      ["shared", [201, 201]],
    ],
  },
  missingScopeRaised: {
    see: async (sandbox) => {
      const { appId, serverId, owner } = sandbox.defaults;
      sandbox.portal.install({ appId, serverId, scopes: [] });
      const status = await statusOf(
        call(sandbox, "createCommand", { command: { ...chat, requiredPermission: "gerenciar_canais" } }),
      );
      try {
        return [status, owner.run("roll").state];
      } catch (error) {
        return [status, (error as { readonly code?: unknown }).code];
      }
    },
    assumptions: [
      ["registration", [403, "SANDBOX_NOT_FOUND"]],
      ["trigger", [201, "APP_MISSING_SCOPE"]],
    ],
  },
  duplicateClientRef: {
    see: async (sandbox) => {
      const write = () => statusOf(call(sandbox, "createMessage", { ...here(sandbox), content: "x", clientRef: "k" }));
      return [await write(), await write()];
    },
    assumptions: [
      ["original", [201, 201]],
      ["refusal", [201, 400]],
    ],
  },
  messagePageBound: {
    see: async (sandbox) => {
      const ids = ["a", "b", "c"].map((text) => sandbox.defaults.person.post(sandbox.defaults.channelId, text).id);
      const { body } = await call(sandbox, "listMessages", { ...here(sandbox), before: ids[1] });
      return (body as { readonly messages: readonly { readonly content: string }[] }).messages.map(
        ({ content }) => content,
      );
    },
    assumptions: [
      ["exclusive", ["a"]],
      ["inclusive", ["a", "b"]],
    ],
  },
  revisionShape: {
    see: async (sandbox) => {
      const revision = await revisionOf(sandbox);
      return [
        typeof revision,
        await statusOf(
          call(sandbox, "createChannel", { serverId: sandbox.defaults.serverId, name: "c", type: "text", revision }),
        ),
      ];
    },
    assumptions: [
      ["text", ["string", 201]],
      ["number", ["number", 201]],
    ],
  },
  messageAuthor: {
    see: async (sandbox) => {
      const { person, serverId, channelId } = sandbox.defaults;
      person.post(channelId, "Hello.");
      const { messages } = (await call(sandbox, "listMessages", { serverId, channelId })).body as {
        readonly messages: readonly { readonly authorId?: string }[];
      };
      return [messages.at(-1)?.authorId === person.id, messages.every((message) => "authorId" in message)];
    },
    assumptions: [
      ["absent", [false, false]],
      ["authorId", [true, true]],
    ],
  },
  permissionsShape: {
    see: async (sandbox) => {
      const { roles, can } = (await call(sandbox, "getServer", { serverId: sandbox.defaults.serverId })).body as {
        readonly roles: readonly { readonly permissions: unknown }[];
        readonly can: Record<string, boolean>;
      };
      const permissions = roles[0]?.permissions;
      return [Array.isArray(permissions) ? "list" : typeof permissions, can["gerenciar_cargos"]];
    },
    assumptions: [
      ["list", ["list", true]],
      ["map", ["object", true]],
      ["bits", ["string", true]],
    ],
  },
  errorBodyShape: {
    see: async (sandbox) => Object.keys((await call(sandbox, "getServer", { serverId: "1" })).body as object)[0],
    assumptions: [
      ["flat", "code"],
      ["nested", "error"],
    ],
  },
  retryAfterFormat: {
    see: async (sandbox) => {
      for (let number = 0; number < 2; number++) await call(sandbox, "openMailbox", { intents: "messages" });
      const wait = (await call(sandbox, "openMailbox", { intents: "messages" })).headers["retry-after"] ?? "";
      return /^\d+$/.test(wait) ? Number(wait) : [Date.parse(wait) - sandbox.clock.now()];
    },
    assumptions: [
      ["seconds", 5],
      ["date", [5000]],
    ],
  },
};
