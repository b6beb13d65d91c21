import { describe, expect, test } from "vitest";
import {
  asServerId,
  createChannel,
  hasMember,
  type Member,
  newChannels,
  type Revision,
  serverQueue,
  withRevision,
} from "svc-apps";
import { netError, ok, refused } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const serverId = asServerId("7101000000000000001");
const snapshot = (revision: string | number, names: readonly string[] = []) =>
  ok({ revision, channels: names.map((name) => ({ publicId: name, name, type: "text" })) });
const stale = refused(409, "STALE_REVISION", {}, { currentRevision: "2" });
const created = ok({ channels: [], revision: "3" }, 201);

describe("withRevision", () => {
  const ensure = (client: Parameters<typeof withRevision>[0], options = {}) =>
    withRevision(
      client,
      { serverId },
      async ({ channels, revision }) => {
        if (channels.some(({ name }) => name === "news")) return "already there";
        await createChannel(client, { serverId, name: "news", type: "text", revision });
        return "created";
      },
      options,
    );

  test("ADM-04 after a stale revision the server is read again and the caller decides again", async () => {
    const { client, requests } = testClient([snapshot("1"), stale, snapshot("2"), created]);
    expect(await ensure(client)).toBe("created");
    expect(requests.map(({ body }) => body && (JSON.parse(body) as { revision: string }).revision)).toEqual([
      undefined,
      "1",
      undefined,
      "2",
    ]);
  });

  test("ADM-04 the old intent is not sent again when there is nothing left to do", async () => {
    const { client, requests } = testClient([snapshot("1"), stale, snapshot("2", ["news"])]);
    expect(await ensure(client)).toBe("already there");
    expect(requests).toHaveLength(3);
  });

  test("ADM-06 ADM-25 a change of unknown outcome is looked at, not repeated", async () => {
    const { client } = testClient([snapshot("1"), netError("ECONNRESET"), snapshot("2", ["news"])]);
    expect(await ensure(client)).toBe("already there");
  });

  test("ends after the attempts, with the last refusal; other errors end it at once", async () => {
    const { client, requests } = testClient([snapshot("1"), stale, snapshot("2"), stale]);
    expect(await outcomeOf(ensure(client, { attempts: 2 }))).toMatchObject({
      code: "STALE_REVISION",
      currentRevision: "2",
    });
    expect(requests).toHaveLength(4);
    const denied = testClient([snapshot("1"), refused(403, "APP_MISSING_SCOPE")]);
    expect(await outcomeOf(ensure(denied.client))).toMatchObject({ code: "APP_MISSING_SCOPE" });
    expect(denied.requests).toHaveLength(2);
    expect(await outcomeOf(ensure(denied.client, { attempts: 0 }))).toMatchObject({ kind: "argument" });
  });

  test("ADM-03 without it a stale revision is simply refused, and nothing is sent again", async () => {
    const { client, requests } = testClient([stale]);
    const call = createChannel(client, { serverId, name: "x", type: "text", revision: "1" as Revision });
    expect(await outcomeOf(call)).toMatchObject({ code: "STALE_REVISION", currentRevision: "2" });
    expect(requests).toHaveLength(1);
  });

  test("REST-05 a revision goes back as it came, whatever its type", async () => {
    for (const revision of ["0017", "a==", 17, 2 ** 53 - 1]) {
      const { client, requests } = testClient([snapshot(revision), created]);
      await ensure(client);
      expect(requests[1]?.body).toContain(`"revision":${JSON.stringify(revision)}`);
    }
  });
});

describe("ADM-05 a queue for each server", () => {
  test("runs changes to one server one after another, to different ones side by side", async () => {
    const queue = serverQueue();
    const order: string[] = [];
    const ends: Record<string, () => void> = {};
    const task = (name: string) => () => {
      order.push(`begin ${name}`);
      return new Promise<void>((resolve) => {
        ends[name] = () => {
          order.push(`end ${name}`);
          resolve();
        };
      });
    };
    const other = asServerId("7101000000000000002");
    const all = [queue.run(serverId, task("a1")), queue.run(serverId, task("a2")), queue.run(other, task("b1"))];
    expect(order).toEqual(["begin a1", "begin b1"]);
    ends["a1"]?.();
    await all[0];
    await Promise.resolve();
    ends["a2"]?.();
    ends["b1"]?.();
    await Promise.all(all);
    expect(order).toEqual(["begin a1", "begin b1", "end a1", "begin a2", "end a2", "end b1"]);
  });

  test("gives a task nothing of the one before it, neither its result nor its error", async () => {
    const queue = serverQueue();
    const given: unknown[] = [];
    const task = async (...all: unknown[]) => void given.push(...all);
    const before = [queue.run(serverId, () => Promise.resolve("secret")), queue.run(serverId, task)];
    const failing = queue.run(serverId, () => Promise.reject(new Error("no"))).catch(() => undefined);
    await Promise.all([...before, failing, queue.run(serverId, task)]);
    expect(given).toEqual([]);
  });

  test("goes on after a task that failed, and lets two deciders take turns", async () => {
    const queue = serverQueue();
    await expect(queue.run(serverId, () => Promise.reject(new Error("first")))).rejects.toThrow("first");
    expect(await queue.run(serverId, async () => "second")).toBe("second");
    const { client, requests } = testClient([snapshot("1"), created, snapshot("2"), created]);
    const add = (name: string) =>
      withRevision(
        client,
        { serverId },
        ({ revision }) => createChannel(client, { serverId, name, type: "text", revision }),
        { queue },
      );
    await Promise.all([add("x"), add("y")]);
    expect(requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "POST"]);
  });
});

test("REST-13 REST-14 whether somebody is a member is unknown where the list was cut off", () => {
  const members: Member[] = [{ publicId: "1" }, { publicId: "2", isApp: true }];
  const is = (id: string) => (member: Member) => member.publicId === id;
  expect(hasMember({ members, roles: [], truncated: false }, is("2"))).toBe("yes");
  expect(hasMember({ members, roles: [], truncated: true }, is("2"))).toBe("yes");
  expect(hasMember({ members, roles: [], truncated: false }, is("3"))).toBe("no");
  expect(hasMember({ members, roles: [], truncated: true }, is("3"))).toBe("unknown");
});

test("ADM-08 REST-04 a new channel is found by difference, and one out of sight is not called deleted", () => {
  const channel = (publicId: string) =>
    ({ publicId, name: publicId, type: "text" }) as Parameters<typeof newChannels>[0][number];
  const before = [channel("1"), channel("2")];
  expect(newChannels(before, [channel("2"), channel("3")])).toEqual([channel("3")]);
  expect(newChannels(before, [])).toEqual([]);
});
