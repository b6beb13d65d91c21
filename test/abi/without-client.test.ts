import { expect, test } from "vitest";
import { ArgumentError, createMessage, isAppsError, isArgumentError, openStream } from "svc-apps";

/** What somebody without types may write. */
const asWritten = (route: unknown, ...given: readonly unknown[]): unknown =>
  (route as (...all: readonly unknown[]) => unknown)(...given);

test.each([
  ["the parameters alone", createMessage, { serverId: "1", channelId: "2", content: "hello" }],
  ["nothing", createMessage, undefined],
  ["null", createMessage, null],
  ["a string", createMessage, "svc_app.1.x"],
  ["the options of a client", createMessage, { baseUrl: "https://chat.example", token: "svc_app.1.x" }],
])("a route function that is called with %s says that the client is missing", (_what, route, first) => {
  expect(() => asWritten(route, first)).toThrow("createMessage: its first argument must be a client");
});

test("one that opens a stream says so too", () => {
  expect(() => asWritten(openStream, { call() {} }, {})).toThrow(/^openStream: its first argument must be a client/);
});

test("the error is of this package's family", () => {
  let thrown: unknown;
  try {
    asWritten(createMessage, {});
  } catch (error) {
    thrown = error;
  }
  expect(isAppsError(thrown) && isArgumentError(thrown) && thrown.attempts === 0 && !thrown.ambiguous).toBe(true);
  expect(thrown).toBeInstanceOf(ArgumentError);
});
