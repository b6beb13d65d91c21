import { expect, test } from "vitest";
import { playStory, type StorySize } from "../../fleet/sim/story.js";
import type { Ground } from "../../fleet/sim/world.js";
import { hasEngine } from "../../support/engines.js";
import { natsGround } from "./ground.js";

/** `SVC_FLEET_STORIES=10000` plays more, `SVC_FLEET_FIRST_SEED` plays others. A failure names its seed. */
const stories = Number(process.env["SVC_FLEET_STORIES"] ?? 600);
const firstSeed = Number(process.env["SVC_FLEET_FIRST_SEED"] ?? 1_000);

/** Stories of a hundred members: each takes seconds, since all of them renew, pull and look. */
const largeStories = Number(process.env["SVC_FLEET_LARGE_STORIES"] ?? 5);

/** A second for each story, many times what it takes: a run that hangs is ended all the same. */
const PATIENCE_MS = 60_000 + 1_000 * Math.max(stories, 100 * largeStories);

async function expectKept(seed: number, size: Partial<StorySize> = {}, ground?: Ground): Promise<void> {
  const whole = { members: 5, seconds: 25, perSecond: 10, ...size };
  const { verdict, happened, mayBeTwice } = await playStory(seed, whole, ground);
  const story = happened.join("\n");
  expect(verdict, story).toMatchObject({ lost: [], toldLost: 0, outOfOrder: [] });
  expect(verdict.twice.length, story).toBeLessThanOrEqual(mayBeTwice);
}

test(`${stories} stories of five members lose nothing and keep the order`, { timeout: PATIENCE_MS }, async () => {
  for (let seed = firstSeed; seed < firstSeed + stories; seed += 1) await expectKept(seed);
});

test(
  `${largeStories} stories of a hundred members lose nothing and keep the order`,
  { timeout: PATIENCE_MS },
  async () => {
    for (let seed = firstSeed; seed < firstSeed + largeStories; seed += 1) await expectKept(seed, { members: 100 });
  },
);

/** Seeds of the run on a real server, some at a time: each story takes its half minute there. */
const realSeeds = Array.from({ length: 20 }, (_, index) => index + 1);
const AT_A_TIME = 5;

test.skipIf(!hasEngine("nats"))("the same stories over a real server lose nothing and keep the order", async () => {
  for (let first = 0; first < realSeeds.length; first += AT_A_TIME) {
    const some = realSeeds.slice(first, first + AT_A_TIME);
    await Promise.all(
      some.map(async (seed) => {
        const ground = await natsGround();
        try {
          await expectKept(seed, { members: 4, seconds: 12 }, ground);
        } finally {
          await ground.close();
        }
      }),
    );
  }
});
