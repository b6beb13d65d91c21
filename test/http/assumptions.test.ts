import { createClient } from "svc-apps";
import { expect, test } from "vitest";

const make = (assumptions: object) =>
  createClient({ baseUrl: "http://127.0.0.1:1", token: "svc_app.1.x", assumptions });

test.each([
  ["a value of its list", { privateReply: "sent" }],
  ["a whole number", { attemptTimeoutMs: 1_000 }],
  ["a route, or none", { reactionRoute: null }],
  ["nothing, which is the default", { privateReply: undefined }],
])("a client takes %s", (_what, assumptions) => {
  const { privateReply } = make(assumptions).assumptions;
  expect(privateReply).toBe("privateReply" in assumptions ? (assumptions.privateReply ?? "rerouted") : "rerouted");
});

test.each([
  [
    "a value that is none of its list",
    { privateReply: "perhaps" },
    "assumptions.privateReply must be one of refused, rerouted, sent, got string",
  ],
  [
    "a value of another type",
    { attemptTimeoutMs: "soon" },
    "assumptions.attemptTimeoutMs must be of type integer, got string",
  ],
  [
    "a number that is not whole",
    { attemptTimeoutMs: 0.5 },
    "assumptions.attemptTimeoutMs must be of type integer, got 0.5",
  ],
  [
    "a misspelled one",
    { privatReply: "sent" },
    'assumptions has no option "privatReply". Did you mean "privateReply"?',
  ],
  [
    "an inherited name",
    { toString: "sent" },
    'assumptions has no option "toString"; there are answerTwice, apiVersion, ',
  ],
])("a client refuses %s", (_what, assumptions, message) => {
  expect(() => make(assumptions)).toThrow(
    expect.objectContaining({ name: "ArgumentError", message: expect.stringContaining(message) }),
  );
});
