import { expect, test } from "vitest";
import { asAccountId, asInteractionId, asMailboxId, asRevision, asServerId } from "svc-apps";

const thrownBy = (make: (value: never) => unknown, value: unknown): RangeError => {
  try {
    make(value as never); // what comes without types
  } catch (error) {
    if (error instanceof RangeError) return error;
  }
  throw new Error("did not throw a RangeError");
};

test.each([
  [asServerId, "", "a ServerId, a string that matches ^[0-9]+$: got an empty string"],
  [asServerId, undefined, "a ServerId, a string that matches ^[0-9]+$: got undefined"],
  [asServerId, null, "a ServerId, a string that matches ^[0-9]+$: got null"],
  [asServerId, 123, "a ServerId, a string that matches ^[0-9]+$: got a value of type number"],
  [asAccountId, "abc", "an AccountId, a string that matches ^[0-9]+$: got a string of length 3"],
  [
    asAccountId,
    "12345 ",
    "an AccountId, a string that matches ^[0-9]+$: got a string of length 6 that begins with 1234",
  ],
  [asMailboxId, 7, "a MailboxId, a string: got a value of type number"],
  [asRevision, {}, "a Revision, a string or a number: got a value of type object"],
])("GEN-06 an id of another form is refused with the form expected and what came: %#", (make, value, why) => {
  expect(thrownBy(make, value).message).toBe(`not the form of ${why}`);
});

test("GEN-06 a credential handed in by mistake is not shown", () => {
  const token = "svc_app.7100000000000000001.s3cr3t";
  for (const make of [asServerId, asInteractionId]) expect(thrownBy(make, token).stack).not.toContain("s3cr3t");
});

test("GEN-06 the stack begins where the value came from", () => {
  const [first] = thrownBy(asServerId, "").stack?.split("\n    at ").slice(1) ?? [];
  expect(first).toContain("ids.test.ts");
});
