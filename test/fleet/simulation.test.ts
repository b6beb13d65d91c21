import { expect, test } from "vitest";
import { playStory } from "./sim/story.js";

/** Seeds of the short run. The long run has many more: `npm run test:long`. */
const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1);

test.each(seeds)(
  "whatever happens to a fleet, nothing is lost and channels keep their order: seed %i",
  async (seed) => {
    const { verdict, happened, mayBeTwice } = await playStory(seed, { members: 5, seconds: 25, perSecond: 10 });
    const story = happened.join("\n");
    expect(verdict, story).toMatchObject({ lost: [], toldLost: 0, outOfOrder: [] });
    expect(verdict.twice.length, story).toBeLessThanOrEqual(mayBeTwice);
  },
);
