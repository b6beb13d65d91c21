import { isVirtualClock } from "../clock/clock.js";
import { fieldsOf } from "../json.js";
import { requireComponent } from "../people/trigger.js";
import { PersonInteraction } from "../people/interaction.js";
import type { Person } from "../people/person.js";
import { invalidInput, notFound } from "../refusal.js";
import type { Sandbox } from "../sandbox.js";
import type { Clicks } from "./clicks.js";
import { type ControlCall, checkArguments, checkFault, faults, streamFaults } from "./calls.js";
import type { CallSpec } from "./spec.js";

const message = { messageId: "text" } as const;
const component = { componentId: "text" } as const;
const selected = { as: "list", shown: "value…" } as const;

/** What a person can be made to do from outside. */
export const acts = {
  post: { says: "write a message", takes: { channelId: "text", text: "text" } },
  edit: { says: "change an own message", takes: { ...message, text: "text" } },
  delete: { says: "delete an own message", takes: message },
  react: { says: "give a reaction, or take it back", takes: { ...message, emoji: "text" } },
  read: { says: "the newest messages of a channel", takes: { channelId: "text" } },
  reload: { says: "reload the client: what was private is gone", takes: {} },
  run: {
    says: "trigger a chat command",
    takes: { command: "command" },
    rest: { as: "values", shown: "option=value…" },
  },
  runOnUser: { says: "trigger a command of a person's menu", takes: { command: "command", userId: "text" } },
  runOnMessage: { says: "trigger a command of a message's menu", takes: { command: "command", ...message } },
  type: {
    says: "type in an option that suggests",
    takes: { command: "command", option: "text", text: "any" },
    rest: { as: "values", shown: "option=value…", under: "args" },
  },
  press: { says: "press a component, or select in it", takes: { ...message, ...component }, rest: selected },
  pressPrivate: {
    says: "press a component of a private answer",
    takes: { interactionId: "text", ...component },
    rest: selected,
  },
  submit: {
    says: "submit the form that an interaction opened",
    takes: { interactionId: "text" },
    rest: { as: "texts", shown: "field=text…" },
  },
} as const satisfies { readonly [Name in keyof Person]?: CallSpec };

/** Lets a person act. Interactions are named by their id, in arguments and in what comes back. */
export function performAct(sandbox: Sandbox, clicks: Clicks, { path, fields }: ControlCall): unknown {
  const { person: personId = "", act = "" } = path;
  const args = argsOf(fields);
  requireCall("act", acts, act, args);
  requireInSight(sandbox, personId, act, args);
  return view(clicks.during(sandbox, { path, args }, () => invoke(sandbox.person(personId), act, args)));
}

/** From outside only what a person has in sight is pressed; `Person` itself can press what is gone. */
function requireInSight(sandbox: Sandbox, personId: string, act: string, args: readonly unknown[]): void {
  const [where, componentId] = args.map(String);
  if (where === undefined || componentId === undefined) return;
  if (act === "press") requireComponent([sandbox.person(personId).pressable(where)], componentId);
  if (act === "pressPrivate") {
    const whispered = sandbox.interaction(where).texts.filter((text) => text.private);
    requireComponent(whispered, componentId);
  }
}

/** Orders a fault, or does something to the open streams. */
export function performFault(
  { faults: injector }: Sandbox,
  on: "all" | "streams",
  { path, fields }: ControlCall,
): unknown {
  const fault = path["fault"] ?? "";
  const args = argsOf(fields);
  requireCall("fault", on === "all" ? faults : streamFaults, fault, args);
  if (on === "all" && fault === "add") checkFault(fieldsOf(args[0]));
  invoke(on === "all" ? injector : injector.streams, fault, args);
  return {};
}

/** The arguments in a body, where one that is not a list stands for a list of one. */
function argsOf({ args = [] }: ControlCall["fields"]): readonly unknown[] {
  return Array.isArray(args) ? args : [args];
}

function requireCall(
  what: string,
  table: Readonly<Record<string, CallSpec>>,
  name: string,
  args: readonly unknown[],
): void {
  const spec = Object.hasOwn(table, name) ? table[name] : undefined;
  if (spec === undefined) throw notFound(`${what} ${name}; there are ${Object.keys(table).join(", ")}`);
  checkArguments(name, spec, args);
}

/** A step carries out everything that comes due on its way, every heartbeat of every stream. */
const LONGEST_STEP_MS = 365 * 24 * 60 * 60_000;

export async function advance({ clock }: Sandbox, ms: unknown): Promise<unknown> {
  if (!isVirtualClock(clock)) throw invalidInput("The clock of this sandbox is real and cannot be stepped.");
  if (typeof ms !== "number" || !(ms >= 0 && ms <= LONGEST_STEP_MS))
    throw invalidInput(`ms is a number of milliseconds from 0 to ${LONGEST_STEP_MS}, a year.`);
  await clock.advance(ms);
  return { now: clock.now() };
}

/**
 * An interaction once it is confirmed or expired, or once nothing is awaited of it any more; as it stands where time
 * stands still.
 */
export async function waited(sandbox: Sandbox, id: string, until: "confirmed" | "settled"): Promise<unknown> {
  const interaction = sandbox.interaction(id);
  if (!isVirtualClock(sandbox.clock)) await interaction[until]();
  return view(interaction);
}

function invoke(target: object, method: string, args: readonly unknown[]): unknown {
  const called: unknown = Reflect.get(target, method);
  if (typeof called !== "function") throw notFound(method);
  return Reflect.apply(called, target, args) as unknown;
}

/** What goes out over the control interface for a result. */
export function view(result: unknown): unknown {
  if (!(result instanceof PersonInteraction)) return result ?? {};
  const { id, type, state, path, why, texts, choices, form } = result;
  return { id, type, state, path, why, texts, choices, form };
}
