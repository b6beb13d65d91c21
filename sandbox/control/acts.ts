import { invalidInput, notFound } from "../refusal.js";
import { PersonInteraction } from "../people/interaction.js";
import type { Person } from "../people/person.js";
import type { Sandbox } from "../sandbox.js";
import { isVirtualClock } from "../clock/virtual.js";

/** What a person can be made to do from outside. */
const acts = [
  "post",
  "edit",
  "delete",
  "react",
  "read",
  "reload",
  "run",
  "runOnUser",
  "runOnMessage",
  "type",
  "press",
  "pressPrivate",
  "submit",
] as const satisfies readonly (keyof Person)[];

/** Acts that begin with the interaction they go on from. */
const onInteraction: readonly string[] = ["pressPrivate", "submit"];

/** What can be ordered to go wrong from outside. */
const faults = [
  "add",
  "clear",
  "skewClock",
  "rateLimit",
  "serverError",
  "notJson",
  "redirect",
  "slow",
  "reset",
  "stall",
  "truncate",
  "edit",
  "delivery",
];
const streamFaults = ["cut", "end", "stall", "halfOpen", "farewell", "strangeFarewell", "event", "raw"];

/** Lets a person act. Interactions are named by their id, in arguments and in what comes back. */
export function performAct(sandbox: Sandbox, personId: string, act: string, args: readonly unknown[]): unknown {
  if (!(acts as readonly string[]).includes(act)) throw notFound(`act ${act}; there are ${acts.join(", ")}`);
  const [first, ...rest] = args;
  const given = onInteraction.includes(act) ? [sandbox.interaction(String(first)), ...rest] : args;
  return view(invoke(sandbox.person(personId), act, given));
}

/** Orders a fault. */
export function performFault(sandbox: Sandbox, fault: string, args: readonly unknown[]): unknown {
  if (!faults.includes(fault)) throw notFound(`fault ${fault}; there are ${faults.join(", ")}`);
  invoke(sandbox.faults, fault, args);
  return {};
}

/** Makes something go wrong with the open streams. */
export function performStreamFault(sandbox: Sandbox, fault: string, args: readonly unknown[]): unknown {
  if (!streamFaults.includes(fault)) throw notFound(`fault ${fault}; there are ${streamFaults.join(", ")}`);
  invoke(sandbox.faults.streams, fault, args);
  return {};
}

/** Moves a virtual clock. */
export async function advance({ clock }: Sandbox, ms: unknown): Promise<unknown> {
  if (!isVirtualClock(clock)) throw invalidInput("The clock of this sandbox is real and cannot be stepped.");
  if (typeof ms !== "number") throw invalidInput("ms is a number of milliseconds.");
  await clock.advance(ms);
  return { now: clock.now() };
}

function invoke(target: object, method: string, args: readonly unknown[]): unknown {
  const called: unknown = Reflect.get(target, method);
  if (typeof called !== "function") throw notFound(method);
  return Reflect.apply(called, target, args) as unknown;
}

/** What goes out over the control interface for a result. */
export function view(result: unknown): unknown {
  if (!(result instanceof PersonInteraction)) return result ?? {};
  const { id, type, state, path, texts, choices, form } = result;
  return { id, type, state, path, texts, choices, form };
}
