import { describe, expect, test } from "vitest";
import { appTranscripts, eventWays, interactionWays } from "./kit/app.js";
import { conversing } from "./scenarios/conversations.js";
import { events } from "./scenarios/events.js";
import { interactions } from "./scenarios/interactions.js";
import { streams } from "./scenarios/streams.js";

describe("what crosses the wire between an App and the platform is what is committed", () => {
  test.each([
    ["events", events, eventWays],
    ["streams", streams, eventWays],
    ["interactions", interactions, interactionWays],
    ["conversations", conversing, interactionWays],
  ] as const)("%s", async (name, scenarios, ways) => {
    await expect(await appTranscripts(scenarios, ways)).toMatchFileSnapshot(`wire/${name}.txt`);
  });
});
