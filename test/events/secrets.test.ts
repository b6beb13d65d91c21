import { inspect } from "node:util";
import { afterEach, expect, test } from "vitest";
import type { StreamAnswer } from "svc-apps/rest";
import { FakeService, settle, TOKEN } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

/** An error as rich as those of some transports, which shows what was sent wherever it can. */
const telltale = () =>
  Object.assign(new Error(`reset while sending Bearer ${TOKEN}`, { cause: { authorization: TOKEN } }), {
    code: "ECONNRESET",
    config: { headers: { authorization: `Bearer ${TOKEN}` } },
  });

test("AUTH-03 what breaks a stream is told without what a transport's error carries along", async () => {
  const service = new FakeService();
  service.replies.push((): StreamAnswer => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(telltale()) }),
    },
    close: () => undefined,
  }));
  const { notices, told } = start(service);
  await settle(3);
  expect(told("disconnected")).toMatchObject([
    {
      reason: {
        cause: "dropped",
        error: {
          kind: "no-answer",
          reason: "connection",
          operation: "openStream",
          cause: { message: "reset while sending Bearer svc_app.7100000000000000001.***", code: "ECONNRESET" },
        },
      },
    },
  ]);
  expect(inspect(notices, { depth: 20, showHidden: true })).not.toContain("s3cret");
});
