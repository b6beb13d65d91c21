import { expect, test } from "vitest";
import { chatCommand } from "../../runtime/app/definitions/commands.js";
import { bench, typing } from "./kit/bench-app.js";

test("INT-39 where the platform refuses an empty list, none is sent: not for a handler that throws, nor without one", async () => {
  const timing = { emptySuggestionsLeadMs: undefined };
  const find = chatCommand({
    name: "find",
    description: "x",
    options: [{ type: "string", name: "term", description: "x", autocomplete: true }],
  });
  const failing = bench({ timing });
  failing.registry.addCommand(find, () => undefined, { term: async () => Promise.reject(new Error("mine")) });
  await failing.run(typing([]));
  const unrouted = bench({ timing });
  await unrouted.run(typing([]));
  expect([failing.sent, unrouted.sent]).toEqual([[], []]);
  expect(failing.errors).toHaveLength(1);
});
