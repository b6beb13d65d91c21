import { expect, test } from "vitest";
import type { Interaction } from "svc-apps";
import type { EventsDiagnostic } from "svc-apps/events";
import { noticeLine, shortName } from "../../cli/listen/lines.js";

const interaction = (type: string, data: object) =>
  ({ id: "808c768f-0000-4000-8000-000000000000", type, data }) as unknown as Interaction; // as it came, other fields left out

test.each([
  ["command", { command: { name: "roll" } }, "808c768f  command roll"],
  ["autocomplete", { command: { name: "roll" }, focused: "note" }, "808c768f  autocomplete roll note"],
  ["command_on_user", { command: { name: "greet" } }, "808c768f  command_on_user greet"],
  ["component", { component: { id: "rate:\u001b[2J" } }, "808c768f  component rate:·[2J"],
  ["form", { form: { id: "review:good" }, fields: [] }, "808c768f  form review:good"],
  ["component", {}, "808c768f  component"],
])("an interaction of kind %s with %j is told as %s", (type, data, line) => {
  expect(shortName(interaction(type, data))).toBe(line);
});

/** A diagnostic without what every one has. */
type Told<Each = EventsDiagnostic> = Each extends EventsDiagnostic ? Omit<Each, "level" | "message"> : never;

test.each<[Told, string]>([
  [{ type: "events.connecting", transport: "gateway", attempt: 1, lastEventId: undefined }, ""],
  [{ type: "events.connected", transport: "mailbox" }, "· connected by mailbox\n"],
  [{ type: "events.resumed", lastEventId: "7", offlineMs: 1_250 }, "· resumed after 1.3 s, missed events follow\n"],
  [
    {
      type: "events.gap",
      reason: "outside-window",
      lastEventId: "7",
      offlineMs: 130_000,
      missing: undefined,
      families: undefined,
      ongoing: false,
    },
    "· gap: events of the last 130.0 s may be missing (outside-window)\n",
  ],
  [
    { type: "events.disconnected", transport: "gateway", reason: { cause: "dropped", error: new Error("reset\n") } },
    "· disconnected: reset·\n",
  ],
  [
    { type: "events.disconnected", transport: "gateway", reason: { cause: "close-frame", code: "SERVER_RESTARTING" } },
    "· disconnected: close-frame SERVER_RESTARTING\n",
  ],
  [
    { type: "events.retrying", attempt: 2, inMs: 408.869, why: "unreachable", hint: "is it running?" },
    "· trying again in 0.4 s; is it running?\n",
  ],
  [{ type: "events.cursor_failed", error: new Error("disk full") }, "· cursor failed, error disk full\n"],
  [{ type: "events.ended", error: new Error("told by the command itself") }, ""],
])("the notice %j is the line %j", (notice, line) => {
  expect(noticeLine({ ...notice, level: "info", message: "" } as EventsDiagnostic)).toBe(line);
});
