// One member of a fleet in a process of its own, for tests that kill and stop it. Says what it does as lines of JSON.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@nats-io/transport-node";
import { Redis } from "ioredis";
import { systemClock } from "../../../runtime/abi/index.js";
import { createDispatcher, laneOf, openEvents, orderKeyOf, type StreamEvent } from "../../../runtime/events/index.js";
import { type FleetEngine, type FleetOptions, openFleet, type StreamSeat } from "../../../runtime/fleet/index.js";
import { natsEngine } from "../../../runtime/fleet/nats/index.js";
import { redisEngine } from "../../../runtime/fleet/redis/index.js";
import { createClient } from "../../../runtime/http/index.js";

const {
  BASE_URL = "",
  TOKEN = "",
  ENGINE = "nats",
  PORT = "",
  MEMBER = "",
  OPTIONS = "{}",
  HANDLER_MS = "2",
} = process.env;
const {
  QUEUE_LIMIT = "5000",
  SKEW_MS = "0",
  POISON = "",
  IS_SPLIT = "",
  CONNECTS = "",
  GIVES_UP = "",
  PASSWORD,
  SLOW_CHANNEL = "",
  SLOW_MS = "0",
} = process.env;
const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);

async function engine(): Promise<FleetEngine> {
  const retries = GIVES_UP === "" ? -1 : 2;
  if (ENGINE === "redis") {
    const password = PASSWORD === undefined ? {} : { password: PASSWORD };
    const retryStrategy = (times: number) => (times === retries + 1 ? null : 100);
    const make = () => new Redis({ host: "127.0.0.1", port: Number(PORT), ...password, retryStrategy });
    if (CONNECTS !== "") return redisEngine(make);
    const redis = make();
    redis.on("error", () => undefined); // told by the fleet
    return redisEngine(redis);
  }
  const login = PASSWORD === undefined ? {} : { user: "fleet", pass: PASSWORD };
  const options = { servers: `127.0.0.1:${PORT}`, maxReconnectAttempts: retries, reconnectTimeWait: 100, ...login };
  return natsEngine(CONNECTS === "" ? await connect(options) : () => connect(options));
}

const client = createClient({ baseUrl: BASE_URL, token: TOKEN });
const stream = (cursor: Partial<Pick<StreamSeat, "cursorStore" | "cursorKey">>) =>
  openEvents(client, {
    intents: ["messages"],
    transport: "gateway",
    queueLimit: Number(QUEUE_LIMIT),
    ...cursor,
    onDiagnostic: (diagnostic) => {
      if (diagnostic.type === "events.gap") say({ told: "events.gap", facts: diagnostic.reason });
      if (diagnostic.type === "events.resumed" || diagnostic.type === "events.opened") say({ told: diagnostic.type });
    },
  });

const dispatch = {
  order: "channel",
  async handle(event: StreamEvent) {
    if (event.type !== "message_create") return;
    const { content, channelId } = event.message;
    say({ start: Number(content), channel: channelId, atMs: Number(process.hrtime.bigint()) / 1e6 });
    if (content === POISON) process.kill(process.pid, "SIGKILL");
    await sleep(channelId === SLOW_CHANNEL ? Number(SLOW_MS) : Number(HANDLER_MS) * (0.5 + Math.random()));
    say({ end: Number(content) });
  },
} as const;

async function takePart(): Promise<void> {
  // Written by the test, which knows the types.
  const options = JSON.parse(OPTIONS) as FleetOptions;
  const given: FleetOptions = {
    ...options,
    engine: await engine(),
    member: MEMBER,
    waitForEngineMs: 60_000,
    // A machine whose clock is wrong: what it measures with is not.
    clock: { ...systemClock, now: () => systemClock.now() + Number(SKEW_MS) },
    onDiagnostic: ({ type, level: _level, message: _message, ...facts }) => say({ told: type, facts: String(facts) }),
  };
  const fleet = await openFleet(given);
  if (options.build !== undefined) {
    const outcome = await fleet.commands({ hash: options.build }, () => Promise.resolve());
    say({ told: `commands.${outcome}` });
  }
  fleet.intake(({ cursorStore, cursorKey }) => stream({ cursorStore, cursorKey }), { isSplit: IS_SPLIT !== "" });
  fleet.consume(dispatch);
  void fleet.ended.then(async (error) => {
    if (error === undefined) return;
    await fleet.close();
    say({ told: "ended" });
    process.exit(1);
  });
  process.once("SIGTERM", () => {
    void fleet.close().then(() => {
      say({ told: "left" });
      process.exit(0);
    });
  });
}

if (ENGINE === "none") void stream({}).run(createDispatcher<StreamEvent>({ ...dispatch, laneOf, orderKeyOf }));
else await takePart();
say({ told: "ready" });
