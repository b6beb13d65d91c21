import { expect, test } from "vitest";
import { ArgumentError, type ClientOptions, createClient } from "svc-apps";
import { fakeTransport, ok } from "../support/fake-transport.js";

const make = (options: object) => () =>
  createClient({
    baseUrl: "http://127.0.0.1:1",
    token: "svc_app.71.s",
    transport: fakeTransport(ok({})).transport,
    ...options,
  } as ClientOptions);

const refusal = (text: string) => new ArgumentError(text);

test.each(["timeoutMs", "deadlineMs", "maxBodyBytes"])("RATE-11 %s of nothing, or no number, is refused", (name) => {
  for (const value of [0, -1, NaN]) {
    expect(make({ [name]: value }), String(value)).toThrow(
      refusal(`${name} must be a number above zero, got ${value}`),
    );
  }
  for (const value of [1, Infinity]) expect(make({ [name]: value })).not.toThrow();
});

test("RATE-07 a client with no place for any call is refused, not left to wait for ever", () => {
  for (const value of [0, -1, NaN]) {
    const why = `concurrency.maxConcurrent must be a number of at least 1, got ${value}`;
    expect(make({ concurrency: { maxConcurrent: value } }), String(value)).toThrow(refusal(why));
  }
  for (const value of [-1, NaN]) {
    const why = `concurrency.reservedForInteractions must be a number of at least 0, got ${value}`;
    expect(make({ concurrency: { reservedForInteractions: value } }), String(value)).toThrow(refusal(why));
  }
  expect(make({ concurrency: { maxConcurrent: 1, reservedForInteractions: 0 } })).not.toThrow();
});

test.each(["retries", "rateLimitRetries", "maxRetryAfterMs", "baseMs", "ceilingMs"])(
  "RATE-05 retry.%s below zero, or no number, is refused; none at all is taken",
  (name) => {
    for (const value of [-1, NaN]) {
      const why = `retry.${name} must be a number of at least 0, got ${value}`;
      expect(make({ retry: { [name]: value } }), String(value)).toThrow(refusal(why));
    }
    for (const value of [0, 1, Infinity]) expect(make({ retry: { [name]: value } })).not.toThrow();
  },
);
