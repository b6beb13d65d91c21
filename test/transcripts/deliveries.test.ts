import { describe, expect, test } from "vitest";
import { deliveryTranscript } from "./kit/deliveries.js";
import { deliveries } from "./scenarios/deliveries.js";

describe("what an endpoint answers is what is committed", () => {
  test.each(Object.entries(deliveries))("%s", async (name, scenarios) => {
    const pages: string[] = [];
    for (const scenario of scenarios) pages.push(await deliveryTranscript(scenario));
    await expect(pages.join("\n")).toMatchFileSnapshot(`wire/${name}.txt`);
  });
});
