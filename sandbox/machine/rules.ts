import { FaultRules, LiveFaultRules } from "../faults/rules.js";
import { PersonRules } from "../people/acts.js";
import { PortalRules } from "../portal/portal.js";
import { SettingsRules } from "../rules/settings.js";
import type { Receiver, Tx } from "./tx.js";

/** What an input of type `call` can call: the methods of these classes. */
const RULES = {
  portal: PortalRules,
  faults: FaultRules,
  streams: LiveFaultRules,
  settings: SettingsRules,
  person: PersonRules,
} as const;

type Rules<On extends Receiver["on"]> = InstanceType<(typeof RULES)[On]>;

/** Their methods, as functions of their own. */
export type RulesOn<On extends Receiver["on"]> = { readonly [Name in keyof Rules<On>]: Rules<On>[Name] };

/** A method of rules, called with plain data. */
export type Method = (...args: readonly unknown[]) => unknown;

/** The names of methods of a class, inherited ones included. */
function namesIn(rules: { readonly prototype: object }): ReadonlySet<string> {
  const names = new Set<string>();
  for (let one = rules.prototype; one !== Object.prototype; one = Object.getPrototypeOf(one) as object)
    for (const name of Object.getOwnPropertyNames(one)) names.add(name);
  names.delete("constructor");
  return names;
}

/** The names of the methods that a receiver has. */
export const METHODS: Readonly<Record<Receiver["on"], ReadonlySet<string>>> = {
  portal: namesIn(PortalRules),
  faults: namesIn(FaultRules),
  streams: namesIn(LiveFaultRules),
  settings: namesIn(SettingsRules),
  person: namesIn(PersonRules),
};

/** Calls a method of the receiver's rules. @throws for one that it does not have: a recording may be of another version */
export function callRules(tx: Tx, receiver: Receiver, method: string, args: readonly unknown[]): unknown {
  if (!METHODS[receiver.on].has(method)) throw new Error(`the recording calls ${method}, which is not there`);
  const rules =
    receiver.on === "person" ? new PersonRules(tx, receiver.personId, receiver.home) : new RULES[receiver.on](tx);
  const { [method]: called } = rules as unknown as Readonly<Record<string, Method>>; // its methods by name
  return called?.apply(rules, args.map(orLeftOut));
}

/** An argument that was left out is null in a file, as JSON has no `undefined`; no method takes null. */
const orLeftOut = (arg: unknown): unknown => (arg === null ? undefined : arg);
