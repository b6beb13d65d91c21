import type { App } from "svc-apps";
import type { AppScenario, Stage } from "../kit/app.js";

const HOLD_MS = 500;

/** Writes into the outcome what is handled. */
export const listening = (app: App, note: (line: string) => void): void => {
  app.on("message_create", ({ message }, { source }) => note(`${source}: ${message.content}`));
};

/** Handles each message for half a second, and says when it begins and ends. */
const slowly = (app: App, note: (line: string) => void, wait: (ms: number) => Promise<void>): void => {
  app.on("message_create", async ({ message }) => {
    note(`begins ${message.content}`);
    await wait(HOLD_MS);
    note(`ends ${message.content}`);
  });
};

const failing = (app: App, note: (line: string) => void): void => {
  app.on("message_create", ({ message }) => {
    note(`fails ${message.content}`);
    throw new Error("mine");
  });
};

/** Somebody posts messages, one after the other. */
export const post = ({ sandbox, person }: Stage, ...texts: readonly string[]): void => {
  for (const text of texts) person.post(sandbox.defaults.channelId, text);
};

/** What reaches an App, and how it is handled. */
export const events: readonly AppScenario[] = [
  {
    title: "events reach their handler in order",
    showStart: true,
    handlers: listening,
    async acts(stage) {
      await stage.pass(100);
      post(stage, "one", "two", "three");
      await stage.pass(3_000);
    },
  },
  {
    title: "slow handlers run at once, as many as may",
    handlers: slowly,
    app: { eventConcurrency: 2 },
    async acts(stage) {
      post(stage, "one", "two", "three");
      await stage.pass(3_000);
    },
  },
  {
    title: "slow handlers of one channel, one after the other",
    handlers: slowly,
    app: { order: "channel" },
    async acts(stage) {
      post(stage, "one", "two", "three");
      await stage.pass(4_000);
    },
  },
  {
    title: "a full queue stops the reading",
    handlers: slowly,
    app: { eventConcurrency: 1, queueLimit: 2 },
    async acts(stage) {
      for (const text of ["one", "two", "three", "four", "five", "six"]) {
        post(stage, text);
        await stage.pass(10);
      }
      await stage.pass(6_000);
    },
  },
  {
    title: "a handler that throws: the event is done",
    handlers: failing,
    async acts(stage) {
      post(stage, "one", "two");
      await stage.pass(3_000);
    },
  },
  {
    title: "a handler that throws: the event comes again",
    handlers: failing,
    app: { events: { onFailure: { retries: 2, backoff: { baseMs: 1_000, capMs: 1_500 } } } },
    async acts(stage) {
      post(stage, "one");
      await stage.pass(8_000);
    },
  },
  {
    title: "a handler that takes too long is aborted",
    handlers: (app, note) => {
      app.on("message_create", async (_event, { signal }) => {
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve());
        });
        note("aborted");
      });
    },
    app: { handlerTimeoutMs: 2_000 },
    async acts(stage) {
      post(stage, "one");
      await stage.pass(5_000);
    },
  },
  {
    title: "an event of a type that this version does not know",
    handlers: (app, note) => void app.on("unknown", ({ wireType }) => note(`unknown ${wireType}`)),
    async acts(stage) {
      stage.sandbox.faults.streams.event({ type: "future_event", more: [1] });
      await stage.pass(3_000);
    },
  },
  {
    title: "an event that does not fit its shape",
    handlers: listening,
    async acts(stage) {
      stage.sandbox.faults.streams.event({ type: "message_create", message: 7 });
      post(stage, "after");
      await stage.pass(3_000);
    },
  },
  {
    title: "the App stops while a handler is at work",
    handlers: slowly,
    async acts(stage) {
      post(stage, "one");
      await stage.pass(100);
    },
  },
  {
    title: "the App restarts and goes on where it was",
    handlers: listening,
    async acts(stage) {
      post(stage, "before");
      await stage.pass(3_000);
      await stage.restart();
      post(stage, "after");
      await stage.pass(3_000);
    },
  },
  {
    title: "the families that were asked for",
    showStart: true,
    handlers: listening,
    app: { events: { intents: ["messages", "members"] } },
    async acts(stage) {
      post(stage, "one");
      await stage.pass(3_000);
    },
  },
];
