import fc from "fast-check";
import { expect, test } from "vitest";
import { isRefusal } from "svc-apps";
import { createClient } from "../../runtime/http/index.js";
import { redactorOf } from "../../runtime/http/call.js";
import { getMe } from "../../generated/routes.js";

const SECRET = "Hush+/h0ld.it_fast=";

test.each([
  ["as it is", SECRET],
  ["in capitals", SECRET.toUpperCase()],
  ["in small letters", SECRET.toLowerCase()],
  ["encoded for an address", encodeURIComponent(SECRET)],
  ["encoded for an address, in small letters", encodeURIComponent(SECRET).toLowerCase()],
  ["in a string of JSON", JSON.stringify(SECRET)],
  ["encoded for an address twice", encodeURIComponent(encodeURIComponent(SECRET))],
  ["in JSON that escapes slashes", SECRET.replaceAll("/", "\\/")],
  ["in JSON within JSON", SECRET.replaceAll("/", "\\\\/")],
  ["in base64", btoa(SECRET)],
  ["in base64 of a header", btoa(`Bearer svc_app.71.${SECRET}`)],
  ["in base64 of a user and a password", btoa(`u:${SECRET}`)],
  ["in base64url", btoa(`??>${SECRET}`).replaceAll("+", "-").replaceAll("/", "_")],
])("a secret does not stay in a text %s", (_, spelled) => {
  const clean = redactorOf(SECRET)(`before ${spelled} after`);
  expect(clean).toContain("***");
  const left = clean.replace(/^before | after$/g, "");
  for (let at = 0; at + 6 <= spelled.length; at += 1)
    if (left.includes(spelled.slice(at, at + 6))) expect(SECRET).not.toContain(spelled.slice(at, at + 6));
  expect(clean.slice(0, 7) + clean.slice(-6)).toBe("before  after");
});

test("a secret in base64 stays in no text, whatever stands around it", () => {
  const text = fc.string({ unit: "grapheme-ascii" });
  fc.assert(
    fc.property(
      text,
      text,
      fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 60 }),
      (before, after, secret) => {
        const left = redactorOf(secret)(btoa(before + secret + after));
        // What is left of it are at most the bits beside its first and last letter.
        expect(left).toContain("***");
        const parts = left.split("***");
        expect((parts[0] ?? "").length).toBeLessThanOrEqual(Math.ceil((before.length * 8) / 6) + 1);
      },
    ),
  );
});

test("a long text that nearly spells it takes time in proportion to its length", () => {
  const clean = redactorOf(SECRET);
  for (const part of ["\\", "%25", "&#0", "Hush", "\\u0000", "&aaaaaa", "Hush+/h0ld.it_fast"])
    expect(clean(part.repeat(200_000))).toHaveLength(part.length * 200_000);
});

test("a text without it stays as it is, and a short secret takes nothing else away", () => {
  expect(redactorOf("s")("")).toBe("");
  expect(redactorOf("abc")("a b c YWJj")).toBe("a b c YWJj");
  expect(redactorOf(SECRET)("hush")).toBe("hush");
});

test("an answer that echoes the credential in base64 or in capitals leaves nothing of it in its error", async () => {
  const body = { code: "FORBIDDEN", got: btoa(`Bearer svc_app.71.${SECRET}`), shouted: SECRET.toUpperCase() };
  const client = createClient({
    baseUrl: "https://chat.example",
    token: `svc_app.71.${SECRET}`,
    transport: () => Promise.resolve({ status: 403, headers: {}, body: JSON.stringify(body) }),
  });
  const error: unknown = await getMe(client, {}).catch((thrown: unknown) => thrown);
  expect(isRefusal(error)).toBe(true);
  const printed = JSON.stringify(error) + String(error) + JSON.stringify(isRefusal(error) && error.body);
  expect(printed).not.toContain(SECRET.toUpperCase());
  expect(printed).not.toContain(btoa(SECRET).slice(4, 16));
  expect(printed).toContain("***");
});
