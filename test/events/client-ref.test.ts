import fc from "fast-check";
import { expect, test } from "vitest";
import { clientRefs } from "svc-apps/events";
import { anyCharacter } from "../support/any-character.js";

const take = (count: number, ...of: Parameters<typeof clientRefs>) => {
  const next = clientRefs(...of);
  return Array.from({ length: count }, () => next());
};

test("MSG-13 the refs of an event depend on the event and on how many were asked for, and on nothing else", () => {
  expect(take(3, "m-7103000000000000001")).toEqual([
    "m-7103000000000000001.1",
    "m-7103000000000000001.2",
    "m-7103000000000000001.3",
  ]);
  expect(take(3, "a")).toEqual(take(3, "a"));
});

test("MSG-13 no two events, handlers or calls share one", () => {
  const identity = fc.string({ unit: anyCharacter, minLength: 1 });
  fc.assert(
    fc.property(fc.uniqueArray(identity, { minLength: 2, maxLength: 6 }), (identities) => {
      const wellFormed = new Set(identities.map((each) => each.replace(/\p{Surrogate}/gu, "\ufffd"))).size;
      fc.pre(wellFormed === identities.length);
      const refs = identities.flatMap((each) => take(3, each));
      expect(new Set(refs).size).toBe(refs.length);
    }),
  );
  expect(new Set([...take(2, "e", "first"), ...take(2, "e", "second"), ...take(2, "e")]).size).toBe(6);
});

test("MSG-12 a ref is short plain ASCII whatever the ids contain", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (identity) => {
      expect(take(1, identity)[0]).toMatch(/^[\x21-\x7e]+$/);
    }),
  );
  expect(take(1, "i-0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11")[0]!.length).toBeLessThan(48);
});
