import * as tables from "svc-apps/rest";
import type { AppScenario, Stage } from "../kit/app.js";
import { listening, post } from "./events.js";

/** What happens to an open stream, and then one more message. */
const hurt = (title: string, harm: (stage: Stage) => void, more: Partial<AppScenario> = {}): AppScenario => ({
  title,
  only: ["stream"],
  handlers: listening,
  async acts(stage) {
    post(stage, "before");
    await stage.pass(100);
    harm(stage);
    post(stage, "meanwhile");
    await stage.pass(90_000);
    post(stage, "after");
    await stage.pass(100);
  },
  ...more,
});

/** What becomes of the first request for a stream. */
const refusedFirst = (
  title: string,
  order: (stage: Pick<Stage, "sandbox">) => void,
  more: Partial<AppScenario> = {},
): AppScenario => ({
  title,
  only: ["stream"],
  handlers: listening,
  before: order,
  async acts(stage) {
    await stage.pass(more.only?.[0] === "mailbox" ? 8_000 : 60_000);
    post(stage, "one");
    await stage.pass(100);
  },
  ...more,
});

const closeCodes = Object.keys(tables.closeCodes) as (keyof typeof tables.closeCodes)[]; // the keys of this very record

/** What happens to streams and mailboxes. */
export const streams: readonly AppScenario[] = [
  hurt("the stream breaks", ({ sandbox }) => sandbox.faults.streams.cut()),
  hurt("the stream breaks in the middle of a frame", ({ sandbox }) => sandbox.faults.streams.cut({ midFrame: true })),
  hurt("the stream ends without a word", ({ sandbox }) => sandbox.faults.streams.end()),
  hurt("the stream falls silent", ({ sandbox }) => sandbox.faults.streams.stall()),
  hurt("the stream is half open", ({ sandbox }) => sandbox.faults.streams.halfOpen()),
  ...closeCodes.map((code) =>
    hurt(`the stream is closed: ${code}`, ({ sandbox }) => sandbox.faults.streams.closeFrame(code)),
  ),
  hurt("the stream is closed for a reason that this version does not know", ({ sandbox }) =>
    sandbox.faults.streams.strangeCloseFrame({ code: "FUTURE", reconnect: true }),
  ),
  hurt("the stream is closed for good, for a reason that this version does not know", ({ sandbox }) =>
    sandbox.faults.streams.strangeCloseFrame({ code: "FUTURE", reconnect: false }),
  ),
  hurt("bytes that are no frame", ({ sandbox }) => sandbox.faults.streams.raw("data: {no JSON\n\n")),
  hurt("a resume outside of the window", ({ sandbox }) => {
    sandbox.faults.add({ on: "stream", effect: "out-of-window" });
    sandbox.faults.streams.cut();
  }),
  hurt(
    "a resume outside of the window, filled from history",
    ({ sandbox }) => {
      sandbox.faults.add({ on: "stream", effect: "out-of-window" });
      sandbox.faults.streams.cut();
    },
    { app: { events: { transport: "gateway", onGap: "backfill" } } },
  ),
  hurt("a resume that repeats events", ({ sandbox }) => {
    sandbox.faults.add({ on: "stream", effect: "duplicate", events: 1 });
    sandbox.faults.streams.cut();
  }),
  hurt("three broken connections in a row", ({ sandbox }) => {
    sandbox.faults.add({ on: "stream", effect: "reset", times: 3 });
    sandbox.faults.streams.cut();
  }),
  refusedFirst(
    "the stream is refused: 503",
    ({ sandbox }) => void sandbox.faults.add({ on: "stream", effect: "answer", status: 503 }),
  ),
  refusedFirst(
    "the stream is refused: 429",
    ({ sandbox }) =>
      void sandbox.faults.add({
        on: "stream",
        effect: "answer",
        status: 429,
        headers: { "retry-after": "7" },
        body: { code: "SANDBOX_FAULT" },
      }),
  ),
  refusedFirst(
    "the stream is refused: a dead credential",
    ({ sandbox }) =>
      void sandbox.faults.add({ on: "stream", effect: "answer", status: 401, body: { code: "MISSING_CREDENTIAL" } }),
  ),
  refusedFirst(
    "the stream is of another content type",
    ({ sandbox }) => void sandbox.faults.add({ on: "stream", effect: "content-type", value: "text/html" }),
  ),
  refusedFirst(
    "the request for the stream is never answered",
    ({ sandbox }) => void sandbox.faults.add({ on: "stream", effect: "stall" }),
  ),
  refusedFirst(
    "the stream is silent, and the mailbox takes over",
    ({ sandbox }) => void sandbox.faults.add({ on: "stream", effect: "silent", times: 2 }),
    {
      only: ["auto"],
    },
  ),
  refusedFirst(
    "the stream breaks after some bytes",
    ({ sandbox }) => void sandbox.faults.add({ on: "stream", effect: "cut-after", bytes: 20 }),
  ),
  ...(["openMailbox", "readMailbox"] as const).flatMap((operation): AppScenario[] => [
    refusedFirst(`${operation} is answered by 503`, ({ sandbox }) => void sandbox.faults.serverError({ operation }), {
      only: ["mailbox"],
    }),
    refusedFirst(
      `${operation} is answered by 429`,
      ({ sandbox }) => void sandbox.faults.rateLimit({ operation, retryAfter: 3 }),
      { only: ["mailbox"] },
    ),
    refusedFirst(
      `the connection of ${operation} breaks`,
      ({ sandbox }) => void sandbox.faults.reset({ operation, when: "after" }),
      { only: ["mailbox"] },
    ),
  ]),
  {
    title: "the mailbox is gone after a restart of the service",
    only: ["mailbox"],
    handlers: listening,
    async acts(stage) {
      post(stage, "before");
      await stage.pass(5_000);
      stage.sandbox.portal.restartService();
      await stage.pass(5_000);
      post(stage, "after");
      await stage.pass(5_000);
    },
  },
  {
    title: "the credential is revoked",
    handlers: listening,
    async acts(stage) {
      await stage.pass(3_000);
      stage.sandbox.portal.revokeByPlatform({ appId: stage.sandbox.defaults.appId });
      await stage.pass(30_000);
    },
  },
];
