import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as everything from "svc-apps";
import {
  asCategoryId,
  asChannelId,
  asMessageId,
  asRevision,
  asServerId,
  createMessage,
  editMessage,
  fetchTransport,
  getMe,
  getServer,
  removeFromCategory,
} from "svc-apps";
import { operations } from "svc-apps/rest";
import { ok, refused } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
const docs = (name: string) => {
  const source = readFileSync(new URL("../../generated/routes.ts", import.meta.url), "utf8");
  return (
    source
      .slice(0, source.indexOf(`export function ${name}(`))
      .split("/**")
      .at(-1) ?? ""
  );
};

test("AUTH-19 no cookie and no forgery token is sent, and fetch is told to keep cookies to itself", async () => {
  const inits: RequestInit[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    inits.push(init);
    return new Response('{"app":{}}', { headers: { "set-cookie": "a=b" } });
  };
  const { client } = testClient([], { transport: fetchTransport({ fetch }) });
  await getMe(client, {});
  await getMe(client, {});
  for (const { credentials, redirect, headers } of inits) {
    expect([credentials, redirect]).toEqual(["omit", "manual"]);
    expect(Object.keys(headers ?? {}).sort()).toEqual(["accept", "authorization", "x-svc-api-version"]);
  }
});

test("AUTH-20 AUTH-24 ADM-26 nothing is generated for what an App cannot do with its credential", () => {
  const paths = Object.values(operations)
    .map(({ path }) => path)
    .join(" ");
  for (const word of ["oauth", "token", "categorias", "anexos", "ordem", "instal", "visib", "credenc"]) {
    expect(paths.toLowerCase()).not.toContain(word);
  }
  expect(Object.keys(everything).filter((name) => /oauth|refresh|install|upload/i.test(name))).toEqual([]);
});

describe("what the documentation of a function says", () => {
  test.each([
    ["ADM-15", "deleteChannel", /archiv|kept/i],
    ["ADM-24", "assignMemberRole", /rank above/i],
    ["MSG-16", "editMessage", /App's own/i],
    ["MSG-17", "deleteMessage", /own always; another's with the permission/i],
    ["REST-12", "listMembers", /500|whole/i],
    ["MSG-20", "toggleReaction", /second identical call undoes/i],
  ])("%s of %s", (_rule, name, says) => expect(docs(name)).toMatch(says));
});

test("ADM-24 no rank is checked here beforehand: the service decides", async () => {
  const { client, requests } = testClient([refused(403, "RANK_TOO_LOW")]);
  const params = {
    serverId: place.serverId,
    accountId: "7105000000000000001" as never,
    roleId: "7104000000000000001" as never,
    revision: asRevision("1"),
  };
  expect(await outcomeOf(everything.assignMemberRole(client, params))).toMatchObject({ code: "RANK_TOO_LOW" });
  expect(requests).toHaveLength(1);
});

describe("ADM-13 taking a channel out of its category", () => {
  const params = { ...place, revision: asRevision("1") };

  test("is refused here while no way is assumed", async () => {
    const { client, requests } = testClient([ok({})]);
    expect(await outcomeOf(removeFromCategory(client, params))).toMatchObject({ kind: "argument" });
    expect(requests).toHaveLength(0);
  });

  test("sends null where that is assumed", async () => {
    const { client, requests } = testClient([ok({ channels: [], categories: [], revision: "2" })], {
      assumptions: { channelCategoryRemoval: "null" },
    });
    await removeFromCategory(client, params);
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ revision: "1", categoryId: null });
    expect(asCategoryId("7")).toBe("7");
  });
});

test("MSG-16 MSG-19 neither a ceiling nor a code is invented: what the service says arrives", async () => {
  const { client, requests } = testClient([ok({ message: {} }, 201), refused(403, "NOT_YOURS")]);
  const content = "x".repeat(1_000_000);
  await createMessage(client, { ...place, content, attachments: Array.from({ length: 500 }, () => ({})) });
  expect(requests[0]?.body?.length).toBeGreaterThan(1_000_000);
  const edit = editMessage(client, { ...place, messageId: asMessageId("7103000000000000001"), content: "x" });
  expect(await outcomeOf(edit)).toMatchObject({ name: "RefusalError", code: "NOT_YOURS" });
});

test("REST-08 the rank is what the latest snapshot says, and nothing remembers it", async () => {
  const { client } = testClient([ok({ myRank: 1 }), ok({ myRank: 5 })]);
  expect((await getServer(client, { serverId: place.serverId })).myRank).toBe(1);
  expect((await getServer(client, { serverId: place.serverId })).myRank).toBe(5);
});

test("ADM-27 a 401 on a call made by hand carries the hint that the route may take no such credential", async () => {
  const byHand = { id: "byHand", method: "GET", path: "/api/somewhere", retry: "safe" } as const;
  const { client } = testClient([{ status: 401, body: "" }]);
  const error = await outcomeOf(client.call(byHand, {}));
  expect(String(error)).toMatch(/this route takes no Bearer/);
});
