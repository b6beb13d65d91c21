import { describe, expect, test } from "vitest";
import { operations } from "svc-apps/rest";
import { isSigningKey } from "svc-apps/validators";
import * as routes from "../../generated/routes.js";

describe("names", () => {
  const wire: readonly (readonly [string, string, string, Readonly<Record<string, string>>])[] = [
    ["getMe", "GET", "/api/apps/me", {}],
    ["getServer", "GET", "/api/servidores/{servidor}", { servidor: "serverId" }],
    ["listMembers", "GET", "/api/servidores/{servidor}/membros", { servidor: "serverId" }],
    [
      "listMessages",
      "GET",
      "/api/servidores/{servidor}/canais/{canal}/mensagens",
      { servidor: "serverId", canal: "channelId" },
    ],
    [
      "createMessage",
      "POST",
      "/api/servidores/{servidor}/canais/{canal}/mensagens",
      { servidor: "serverId", canal: "channelId" },
    ],
    [
      "editMessage",
      "PATCH",
      "/api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}",
      { servidor: "serverId", canal: "channelId", mensagem: "messageId" },
    ],
    [
      "deleteMessage",
      "DELETE",
      "/api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}",
      { servidor: "serverId", canal: "channelId", mensagem: "messageId" },
    ],
    ["createChannel", "POST", "/api/servidores/{servidor}/canais", { servidor: "serverId" }],
    ["editChannel", "PATCH", "/api/servidores/{servidor}/canais/{canal}", { servidor: "serverId", canal: "channelId" }],
    [
      "deleteChannel",
      "DELETE",
      "/api/servidores/{servidor}/canais/{canal}",
      { servidor: "serverId", canal: "channelId" },
    ],
    ["createRole", "POST", "/api/servidores/{servidor}/cargos", { servidor: "serverId" }],
    ["editRole", "PATCH", "/api/servidores/{servidor}/cargos/{cargo}", { servidor: "serverId", cargo: "roleId" }],
    ["deleteRole", "DELETE", "/api/servidores/{servidor}/cargos/{cargo}", { servidor: "serverId", cargo: "roleId" }],
    [
      "assignMemberRole",
      "PUT",
      "/api/servidores/{servidor}/membros/{conta}/cargos/{cargo}",
      { servidor: "serverId", conta: "accountId", cargo: "roleId" },
    ],
    [
      "removeMemberRole",
      "DELETE",
      "/api/servidores/{servidor}/membros/{conta}/cargos/{cargo}",
      { servidor: "serverId", conta: "accountId", cargo: "roleId" },
    ],
    [
      "assignAppRole",
      "PUT",
      "/api/servidores/{servidor}/apps/{app}/cargos/{cargo}",
      { servidor: "serverId", app: "appId", cargo: "roleId" },
    ],
    [
      "removeAppRole",
      "DELETE",
      "/api/servidores/{servidor}/apps/{app}/cargos/{cargo}",
      { servidor: "serverId", app: "appId", cargo: "roleId" },
    ],
    ["listCommands", "GET", "/api/apps/me/comandos", {}],
    ["createCommand", "POST", "/api/apps/me/comandos", {}],
    ["editCommand", "PATCH", "/api/apps/me/comandos/{comando}", { comando: "commandId" }],
    ["deleteCommand", "DELETE", "/api/apps/me/comandos/{comando}", { comando: "commandId" }],
    ["confirmInteraction", "POST", "/api/interacoes/{interacao}/confirmar", { interacao: "interactionId" }],
    ["answerInteraction", "POST", "/api/interacoes/{interacao}/resposta", { interacao: "interactionId" }],
    ["followUpInteraction", "POST", "/api/interacoes/{interacao}/seguimento", { interacao: "interactionId" }],
    ["openStream", "GET", "/api/apps/eventos", {}],
    ["openMailbox", "GET", "/api/apps/eventos", {}],
    ["readMailbox", "GET", "/api/apps/eventos", {}],
    ["closeMailbox", "DELETE", "/api/apps/eventos", {}],
    ["listSigningKeys", "GET", "/api/chaves-de-assinatura", {}],
  ];

  test.each(wire)("GEN-12 %s is %s %s on the wire", (id, method, path, pathParams) => {
    const operation = new Map(Object.entries(operations)).get(id);
    expect(operation).toMatchObject({ method, path });
    expect(operation?.pathParams ?? {}).toEqual(pathParams);
  });

  test("GEN-12 these are all operations with a known route", () => {
    expect(Object.keys(operations).sort()).toEqual([...wire.map(([id]) => id), "toggleReaction"].sort());
  });

  test("GEN-12 the query keeps the wire's names", () => {
    expect(operations.listMessages.queryParams).toEqual({ antesDe: "before" });
    expect(operations.readMailbox.queryParams).toEqual({ mailbox: "mailboxId", since: "since" });
    expect(operations.openMailbox.queryConst).toEqual({ format: "json" });
    expect(operations.readMailbox.queryConst).toEqual({ format: "json" });
  });

  test("GEN-13 a signing key keeps its snake case beside camel case elsewhere", () => {
    expect(isSigningKey({ key_id: "ed25519-a", key: "AA", state: "current" })).toBe(true);
    expect(isSigningKey({ keyId: "ed25519-a", key: "AA", state: "current" })).toBe(false);
  });

  test("GEN-16 VER-02 no path, query or parameter carries a version, and none speaks of shards", () => {
    const bare = Object.values(operations).map(({ path, queryParams, queryConst }) =>
      JSON.stringify([path, queryParams, queryConst]),
    );
    expect(bare.filter((text) => /\/v\d|version|shard/iu.test(text))).toEqual([]);
  });

  test("GEN-17 AUTH-24 ADM-26 REST-16 nothing is generated for what an App may not or cannot call", () => {
    const offered = Object.keys(routes).filter((name) => !name.endsWith("Operation"));
    expect(offered.toSorted()).toEqual(Object.keys(operations).sort());
    expect(
      offered.filter((name) =>
        /install|listServers|credential|endpoint|categor|ban|upload|conversation|visib/iu.test(name),
      ),
    ).toEqual([]);
  });
});
