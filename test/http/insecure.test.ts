import { expect, test } from "vitest";
import { createClient } from "svc-apps";
import { createFetchClient } from "svc-apps/rest";

const token = "svc_app.71.s";
const makers = [createClient, createFetchClient];

test.each([
  "http://chat.example",
  "http://10.0.0.7:8080",
  "http://sandbox:8080",
  "http://127.0.0.1.evil.example",
  "http://[::2]",
])("AUTH-04 %s would carry the credential unencrypted: it needs allowInsecure", (baseUrl) => {
  for (const make of makers) {
    expect(() => make({ baseUrl, token })).toThrow(/http to another machine.*allowInsecure/);
    expect(() => make({ baseUrl, token, allowInsecure: false })).toThrow(/allowInsecure/);
    expect(() => make({ baseUrl, token, allowInsecure: true })).not.toThrow();
  }
});

test.each([
  "http://localhost:3000",
  "http://a.localhost",
  "http://127.0.0.1:1",
  "http://[::1]:8",
  "https://chat.example",
  "http://sandbox.invalid",
])("%s needs nothing", (baseUrl) => {
  for (const make of makers) expect(() => make({ baseUrl, token })).not.toThrow();
});

test("allowInsecure is true or false", () => {
  expect(() => createClient({ baseUrl: "http://x.example", token, allowInsecure: "yes" as never })).toThrow(
    "allowInsecure must be true or false, got string",
  );
});
