import { type Machine, callsOn } from "../edge/machine.js";
import { isFields } from "../json.js";
import type { Place } from "../machine/tx.js";
import { noticesOf } from "../rules/interactions.js";
import type { Notice } from "../world/live.js";
import type { PersonRules } from "./acts.js";
import type { Method } from "../machine/rules.js";
import { PersonInteraction } from "./interaction.js";

/** The acts that open an interaction: a person gets that, and an input its id. */
const opening = ["run", "runOnUser", "runOnMessage", "type", "press", "pressPrivate", "submit"] as const;

type Opened<Act> = Act extends (...given: infer Given) => string ? (...given: Given) => PersonInteraction : never;

/** What a person is and sees. */
class Somebody {
  readonly id: string;
  readonly name: string;
  readonly #machine: Machine;

  constructor(machine: Machine, id: string) {
    this.id = id;
    this.name = machine.world.people.require(id, "person").name;
    this.#machine = machine;
  }

  /** What only this person sees, oldest first. */
  get notices(): readonly Notice[] {
    return noticesOf(this.#machine.world, this.id);
  }
}

/** One person, and everything a person can do in a server. Each act is one input of the platform. */
export type Person = Somebody &
  Omit<PersonRules, (typeof opening)[number]> & {
    readonly [Name in keyof Pick<PersonRules, (typeof opening)[number]>]: Opened<PersonRules[Name]>;
  };

/** A person of a machine. `home` is where they act when no other place is given. */
export function personOf(machine: Machine, id: string, { serverId, channelId }: Place): Person {
  const rules = callsOn(machine, { on: "person", personId: id, home: { serverId, channelId } }) as object;
  const actOf =
    (name: string, act: Method): Method =>
    (first, ...rest) => {
      const came = act(named(first), ...rest);
      return opening.some((one) => one === name) ? new PersonInteraction(machine, String(came)) : came;
    };
  // Like methods of a class they are not listed: who a person is can be copied into an input.
  const acts = Object.fromEntries(
    Object.entries(rules).map(([name, act]) => [name, { value: actOf(name, act as Method) }]), // methods all
  );
  return Object.defineProperties(new Somebody(machine, id), acts) as Person; // every act is the rules' own
}

/** A command or an interaction by what an input names it by: it may hold functions, which are not part of one. */
const named = (first: unknown): unknown => (isFields(first) ? (first["name"] ?? first["id"]) : first);
