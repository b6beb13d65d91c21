import { expect, test } from "vitest";
import { asChannelId, asMessageId, asServerId, backfill, editChannel, getServer } from "svc-apps";
import { doors, over } from "../support/doors.js";
import { ok } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
const snapshot = (revision: string) =>
  `{"server":{},"channels":[],"categories":[],"roles":[],"can":{},"myRank":1,"isOwner":true,"revision":${revision}}`;

test("backfill: ids with the names of a prototype's fields are data like any other", async () => {
  const ids = ["constructor", "__proto__", "toString", "hasOwnProperty"];
  const messages = ids.map((publicId) => ({ publicId }));
  const page = `{"messages":${JSON.stringify(messages)},"reactions":{"__proto__":[{"emoji":"x","count":1}]}}`;
  const { client } = testClient([
    async () => ({ status: 200, headers: {}, body: page }),
    ok({ messages: [], reactions: {} }),
  ]);
  const found = await backfill(client, { ...place, untilId: asMessageId("1") });
  expect(found.messages.map(({ publicId }) => publicId)).toEqual(ids);
  expect(JSON.stringify(found.reactions)).toBe('{"__proto__":[{"emoji":"x","count":1}]}');
});

test("a field of the body called __proto__ is sent as it is", async () => {
  const { client, requests } = testClient([ok({})]);
  const params = JSON.parse('{"__proto__":{"a":1},"name":"x"}') as object;
  await client.call({ id: "odd", method: "POST", path: "/odd", body: true, retry: "never" }, params);
  expect(requests[0]?.body).toBe('{"__proto__":{"a":1},"name":"x"}');
});

test.each(Object.entries(doors))(
  "%s: REST-05 a revision beyond 2^53 is refused by name, never rounded",
  async (name, make) => {
    const read = async (revision: string) =>
      outcomeOf(getServer(over(make, [{ body: snapshot(revision) }]).client, place));
    expect(await read("9007199254740991")).toMatchObject({ revision: 9_007_199_254_740_991 });
    expect(await read('"9007199254740993"')).toMatchObject({ revision: "9007199254740993" });
    const refused = await read("9007199254740993");
    expect(refused).toMatchObject({ kind: "protocol", status: 200 });
    for (const revision of ["1e400", "7.10"])
      expect(await read(revision)).toMatchObject({ kind: "protocol", status: 200 });
    if (name !== "createFetchClient") expect(String(refused)).toContain("a revision beyond 2^53");
  },
);

test.each(Object.entries(doors))(
  "%s: REST-05 a revision that was rounded before it came here is not sent, and the successor of a stale one is not made up",
  async (_name, make) => {
    const body = '{"code":"STALE_REVISION","currentRevision":9007199254740993}';
    const { client, requests } = over(make, [{ status: 409, body }]);
    const edit = async (revision: unknown) =>
      outcomeOf(editChannel(client, { ...place, name: "x", revision: revision as never }));
    for (const revision of [2 ** 53, -1e20, Infinity, NaN, 7.1]) {
      expect(await edit(revision)).toMatchObject({
        name: "ArgumentError",
        message: expect.stringContaining("editChannel: revision is NaN, beyond 2^53 or a fraction"),
      });
    }
    expect(requests).toHaveLength(0);
    const stale = await edit(2 ** 53 - 1);
    expect(stale).toMatchObject({ code: "STALE_REVISION" });
    expect(Reflect.get(Object(stale) as object, "currentRevision")).toBeUndefined();
  },
);
