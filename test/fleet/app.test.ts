import * as api from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { type AppOptions, chatCommand, NoAnswerError } from "svc-apps";
import type { FleetOptions } from "svc-apps/fleet";
import { openTelemetry } from "svc-apps/otel";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Member, Setting } from "./setting.js";

describe("an App in a fleet", () => {
  test("has started once its stream is open: what is written at once is heard", async () => {
    const setting = await Setting.start();
    const one = await setting.add("one");
    const { person, channelId } = setting.sandbox.defaults;
    await setting.during(one.app.start({ signals: false }).then(() => person.post(channelId, "at once")));
    await setting.until(() => setting.heard.length > 0);
    expect(setting.heard).toEqual(["at once"]);
  });

  test("has started when another one reads, without a stream of its own", async () => {
    const setting = await Setting.start();
    const [one, other] = [await setting.add("one"), await setting.add("other")];
    await setting.during(one.app.start({ signals: false }));
    await setting.during(other.app.start({ signals: false }));
    expect([one.app.health().events?.phase, other.app.health().events]).toEqual(["open", undefined]);
  });

  test("INT-42 is warned, once, that suggestions by a mailbox may come too late", async () => {
    const setting = await Setting.start();
    const one = await setting.add("one", {}, (options) => ({ ...options, events: "mailbox" }));
    one.app.interaction("autocomplete", async (interaction) => interaction.suggest([]));
    await setting.during(one.app.start({ signals: false }));
    const warnings = one.diagnostics.filter(({ type }) => type === "app.autocomplete_undependable");
    expect(warnings).toHaveLength(1);
  });

  test("does not start where no stream can be opened, and says why", async () => {
    const setting = await Setting.start();
    const streamTransport = async () => Promise.reject(new Error("no way"));
    const one = await setting.add("one", {}, (options) => ({ ...options, streamTransport }));
    const started = setting.during(one.app.start({ signals: false }));
    await expect(started).rejects.toThrow(NoAnswerError);
    await expect(started).rejects.toThrow(
      "No connection for events within 30 s, at last because of openStream: no answer",
    );
  });

  test("handles each event at one of its processes", async () => {
    const setting = await Setting.start();
    const [one, other] = [await setting.add("one"), await setting.add("other")];
    await setting.run(one, other);
    const { defaults, portal } = setting.sandbox;
    const second = portal.createChannel({ serverId: defaults.serverId, name: "second" }).channelId;
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    for (const n of numbers) defaults.person.post(n % 2 === 0 ? defaults.channelId : second, String(n));
    await setting.until(() => setting.heard.length >= 40);
    expect(setting.heard.map(Number).toSorted((a, b) => a - b)).toEqual(numbers);
    expect(one.app.health().fleet).toMatchObject({ name: "app", engine: "memory", standby: "warm" });
  });

  test("answers an interaction once, at one of its processes", async () => {
    const setting = await Setting.start();
    await setting.run(await setting.add("one"), await setting.add("other"));
    const { person, channelId } = setting.sandbox.defaults;
    person.run("who");
    await setting.until(() => person.read(channelId).length > 0);
    await setting.sandbox.clock.advance(3_000);
    expect(person.read(channelId).map(({ content }) => content)).toEqual([expect.stringMatching(/^(one|other)$/)]);
  });

  test("knows how long an interaction waited for the engine where it came in", async () => {
    const setting = await Setting.start();
    const { clock, defaults } = setting.sandbox;
    const [reader, worker] = [
      await setting.add("r", { roles: ["intake"] }),
      await setting.add("w", { roles: ["worker"] }),
    ];
    const leftMs: number[] = [];
    const command = chatCommand({ name: "left", description: "How long" });
    for (const { app } of [reader, worker]) {
      app.command(command, async ({ remainingMs, reply }) => {
        leftMs.push(remainingMs());
        await reply("Done.");
      });
    }
    await setting.run(reader, worker);
    setting.engine.faults.cut(reader.fleet.member);
    const askedMs = clock.monotonicMs();
    defaults.person.run("left");
    await clock.advance(1_500);
    setting.engine.faults.heal(reader.fleet.member);
    await setting.until(() => leftMs.length > 0);
    const window = 3_000 - (clock.monotonicMs() - askedMs);
    expect(leftMs[0]).toBeLessThan(window + 20);
  });

  test("goes on at another process when the one that reads the stream stops", async () => {
    const setting = await Setting.start();
    const [one, other] = [await setting.add("one"), await setting.add("other")];
    await setting.run(one, other);
    const [reader, next] = one.app.health().events === undefined ? [other, one] : [one, other];
    const { person, channelId } = setting.sandbox.defaults;
    person.post(channelId, "before");
    await setting.until(() => setting.heard.includes("before"));
    await setting.during(reader.app.stop());
    person.post(channelId, "after");
    await setting.until(() => next.heard.includes("after"));
    expect(setting.heard).toEqual(["before", "after"]);
  });

  test("EVT-14 sees at any member which messages history gave after a gap", async () => {
    const setting = await Setting.start();
    const backfill = (options: AppOptions): AppOptions => ({ ...options, events: { onGap: "backfill" } });
    const reader = await setting.add("reader", { roles: ["intake"] }, backfill);
    const worker = await setting.add("worker", { roles: ["worker"] }, backfill);
    const marks: string[] = [];
    worker.app.on(
      "message_create",
      ({ message }, { backfilled }) => void marks.push(`${message.content} ${backfilled}`),
    );
    await setting.run(reader, worker);
    const { faults, defaults } = setting.sandbox;
    defaults.person.post(defaults.channelId, "before");
    await setting.until(() => marks.length === 1);
    faults.add({ on: "stream", effect: "out-of-window" });
    faults.streams.cut();
    defaults.person.post(defaults.channelId, "meanwhile");
    await setting.until(() => marks.length === 2);
    expect(marks).toEqual(["before false", "meanwhile true"]);
  });

  test("registers its commands once, and never those of an older build", async () => {
    const setting = await Setting.start();
    const newer = await setting.add("newer", { build: "1.10.0" });
    await setting.run(newer);
    const older = await setting.add("older", { build: "1.9.0" });
    older.app.command(chatCommand({ name: "gone", description: "Old" }), (interaction) => interaction.reply("?"));
    await setting.during(older.app.start({ signals: false }));
    const { commands } = await setting.during(newer.app.api.listCommands({}));
    expect(commands.map(({ name }) => name)).toEqual(["who"]);
    expect(older.diagnostics.map(({ type }) => type)).toContain("fleet.commands_kept");
  });

  test("registers what could not be registered when the next one starts", async () => {
    const setting = await Setting.start();
    const refused = { effect: "answer", status: 403, body: { code: "FORBIDDEN", message: "Not now." } } as const;
    setting.sandbox.faults.add({ on: "rest", operation: "createCommand", ...refused });
    const first = await setting.add("first");
    await setting.run(first);
    expect(first.diagnostics.map(({ type }) => type)).toContain("app.command_failed");
    const second = await setting.add("second");
    await setting.during(second.app.start({ signals: false }));
    const { commands } = await setting.during(second.app.api.listCommands({}));
    expect(commands.map(({ name }) => name)).toEqual(["who"]);
  });

  test("does not start in a fleet that is another App's, and says nothing there of its own commands", async () => {
    const setting = await Setting.start();
    const { app, fleet } = await setting.add("one", { build: "9" });
    await fleet.belongsTo("42");
    await expect(setting.during(app.start({ signals: false }))).rejects.toMatchObject({ reason: "mismatch" });
    const registering = fleet.commands({ hash: "the owner's", build: "2" }, () => Promise.resolve());
    expect(await setting.during(registering)).toBe("registered");
  });

  test("gives a confirmed interaction to no other process, also when the first dies before its handler ends", async () => {
    const setting = await Setting.start();
    const [one, other] = [await setting.add("one"), await setting.add("other")];
    const begun: string[] = [];
    for (const { app, fleet } of [one, other]) {
      app.command(chatCommand({ name: "long", description: "Answers, and then works on" }), async (interaction) => {
        begun.push(fleet.member);
        await interaction.reply("begun");
        await new Promise(() => {});
      });
    }
    await setting.run(one, other);
    const { person, channelId } = setting.sandbox.defaults;
    person.run("long");
    await setting.until(() => person.read(channelId).length > 0);
    await setting.sandbox.clock.settle();
    setting.engine.faults.cut(begun[0] ?? "");
    await setting.sandbox.clock.advance(3_000);
    expect(begun).toHaveLength(1);
  });

  test("says of an event that came by a mailbox that it did, whichever process handles it", async () => {
    const setting = await Setting.start();
    const member = await setting.add("one", {}, (options) => ({ ...options, events: "mailbox" }));
    const sources: string[] = [];
    member.app.on("message_create", (_event, { source }) => void sources.push(source));
    await setting.run(member);
    const { person, channelId } = setting.sandbox.defaults;
    person.post(channelId, "by mailbox");
    await setting.until(() => sources.length > 0);
    expect(sources).toEqual(["mailbox"]);
  });

  test.each([
    ["takes what each of them brings, where the service splits events between them", "split" as const],
    ["takes from one what names no content, where the service sends everything to both", "all" as const],
  ])("with two connections %s", async (_, eventFanOut) => {
    const setting = await Setting.start({ assumptions: { eventFanOut } });
    const add = (name: string) =>
      setting.add(name, { standby: "hot" }, (options) => ({ ...options, assumptions: { eventFanOut } }));
    const [one, other] = [await add("one"), await add("other")];
    const reactions: string[] = [];
    for (const { app } of [one, other]) app.on("reaction_update", ({ emoji }) => void reactions.push(emoji));
    await setting.run(one, other);
    await setting.until(() => [one, other].every(({ app }) => app.health().events?.phase === "open"));
    const { person, channelId } = setting.sandbox.defaults;
    const { id } = person.post(channelId, "react to this");
    const emojis = ["👍", "👎", "🎉", "😀", "🚀", "👀"];
    for (const emoji of emojis) person.react(id, emoji);
    await setting.until(() => reactions.length >= emojis.length);
    await setting.sandbox.clock.advance(2_000);
    expect(reactions.toSorted()).toEqual(emojis.toSorted());
    expect(setting.heard).toEqual(["react to this"]);
  });
});

/** A process's metrics, as its operator would see them. */
function metrics() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => provider.shutdown());
  return {
    api: { trace: api.trace, context: api.context, metrics: provider },
    /** The values of one metric, by what it is of. */
    async read(name: string): Promise<Readonly<Record<string, unknown>>> {
      const { resourceMetrics } = await reader.collect();
      const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
      const points = all.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
      return Object.fromEntries(
        points.map(({ value, attributes }) => [String(attributes["apps.what"] ?? attributes["fleet"]), value]),
      );
    },
  };
}

test("the metrics of a process say what waits, who reads, what came again, and that the engine is out of reach", async () => {
  const setting = await Setting.start();
  const [one, other, third] = [metrics(), metrics(), metrics()];
  const add = async (name: string, own: ReturnType<typeof metrics>, fleet: FleetOptions): Promise<Member> => {
    const member = await setting.add(name, { ackWaitMs: 2_000, ...fleet }, (options) =>
      openTelemetry(own.api, options),
    );
    member.app.on("message_create", async () => new Promise(() => {}));
    await setting.during(member.app.start({ signals: false }));
    return member;
  };
  const reader = await add("one", one, { roles: ["intake"] });
  const worker = await add("other", other, { roles: ["worker"] });
  const { person, channelId } = setting.sandbox.defaults;
  await setting.until(() => reader.app.health().events?.phase === "open");
  for (const text of ["a", "b", "c"]) person.post(channelId, text);
  await setting.sandbox.clock.advance(10_000);
  expect(await one.read("apps.fleet.lag")).toEqual({ app: 3 });
  expect((await one.read("apps.fleet.oldest"))["app"]).toBeGreaterThan(4_000);
  expect([await one.read("apps.fleet.holder"), await other.read("apps.fleet.holder")]).toEqual([
    { app: 1 },
    { app: 0 },
  ]);
  expect(await one.read("apps.fleet.suspended")).toEqual({ app: 0 });

  await add("third", third, { roles: ["worker"] });
  setting.engine.faults.cut(worker.fleet.member);
  await setting.sandbox.clock.advance(4_000);
  expect(await other.read("apps.fleet")).toEqual({ disconnected: 1 });
  expect(await third.read("apps.fleet")).toEqual({ redelivered: 1 });

  setting.engine.faults.cut(reader.fleet.member);
  await setting.sandbox.clock.advance(4_000);
  expect(await one.read("apps.fleet.suspended")).toEqual({ app: 1 });
  expect(await one.read("apps.fleet")).toMatchObject({ suspended: 1 });
});
