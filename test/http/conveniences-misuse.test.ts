import {
  ArgumentError,
  asChannelId,
  asMessageId,
  asServerId,
  backfill,
  historyPages,
  messageHistory,
  withRevision,
} from "svc-apps";
import { describe, expect, test } from "vitest";
import { testClient } from "../support/test-client.js";

/** What programs without types hand over. */
const loose = <Result>(call: (...given: never[]) => Result) => call as (...given: readonly unknown[]) => Result; // see above

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
const untilId = asMessageId("7103000000000000001");

describe("what reading a history cannot mean is refused before anything is sent", () => {
  test.each<[string, readonly unknown[], string]>([
    ["no id to end at", [place], "backfill() needs untilId, the id of a message"],
    ["one that is none", [{ ...place, untilId: "abc" }], "backfill() needs untilId, the id of a message"],
    ["nothing", [], "backfill() takes the ids of a server and a channel"],
    [
      "fewer pages than one",
      [{ ...place, untilId }, { maxPages: -1 }],
      "maxPages must be a number of at least 1, got -1",
    ],
    [
      "a misspelled option",
      [{ ...place, untilId }, { maxpages: 1 }],
      'backfill() has no option "maxpages". Did you mean "maxPages"?',
    ],
  ])("by backfill: %s", async (_what, given, message) => {
    const { client, requests } = testClient([]);
    await expect(loose(backfill)(client, ...given)).rejects.toEqual(new ArgumentError(message));
    expect(requests).toEqual([]);
  });

  test("by pages and by messages", async () => {
    const { client, requests } = testClient([]);
    const nowhere = new ArgumentError("reading history takes the ids of a server and a channel");
    await expect(loose(historyPages)(client).next()).rejects.toEqual(nowhere);
    await expect(loose(messageHistory)(client).next()).rejects.toEqual(nowhere);
    await expect(historyPages(client, place, { maxPages: 0 }).next()).rejects.toEqual(
      new ArgumentError("maxPages must be a number of at least 1, got 0"),
    );
    expect(requests).toEqual([]);
  });
});

test("deciding on a revision needs a server and a function", async () => {
  const { client, requests } = testClient([]);
  const needed = new ArgumentError("withRevision() takes { serverId }, and a function that decides");
  for (const given of [[], [place]]) await expect(loose(withRevision)(client, ...given)).rejects.toEqual(needed);
  expect(requests).toEqual([]);
});
