import { describe, expect, test } from "vitest";
import { callTranscript, type CallScenario } from "./kit/calls.js";
import { foreignTranscript } from "./kit/foreign.js";
import { answers, clients } from "./scenarios/answers.js";
import { foreign } from "./scenarios/foreign.js";
import { repetitions, retryClasses } from "./scenarios/repetitions.js";
import { parameters, requests } from "./scenarios/requests.js";

const files: Readonly<Record<string, readonly CallScenario[]>> = {
  "calls-requests": requests,
  "calls-parameters": parameters,
  "calls-retry-classes": retryClasses,
  "calls-repetitions": repetitions,
  "calls-answers": answers,
  "calls-clients": clients,
};

describe("what crosses the wire for a call is what is committed", () => {
  test.each(Object.entries(files))("%s", async (name, scenarios) => {
    const pages: string[] = [];
    for (const scenario of scenarios) pages.push(await callTranscript(scenario));
    await expect(pages.join("\n")).toMatchFileSnapshot(`wire/${name}.txt`);
  });

  test("calls-foreign", async () => {
    const pages: string[] = [];
    for (const scenario of foreign) pages.push(await foreignTranscript(scenario));
    await expect(pages.join("\n")).toMatchFileSnapshot("wire/calls-foreign.txt");
  });
});
