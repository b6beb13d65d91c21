/** What people did through the control interface, as it was when they did it: from this a test is written. */
import { isFields } from "../json.js";
import { PersonInteraction } from "../people/interaction.js";
import type { Sandbox } from "../sandbox.js";
import type { Json } from "../world/records.js";

/** One act of a person. */
export interface Click {
  readonly atMs: number;
  /** The newest entry of the log before it. */
  readonly number: number;
  readonly personId: string;
  readonly act: string;
  readonly args: readonly unknown[];
  /** Id of the message or the interaction that came of it. */
  readonly came: string | undefined;
  /** Text of the message that it was done to. */
  readonly on: string | undefined;
  /** What is written on the component that was pressed, or above the form that was sent. */
  readonly label: string | undefined;
}

/** Acts that change nothing. */
const LOOKING: ReadonlySet<string> = new Set(["read"]);
const MOST = 500;

/** Keeps the newest acts. */
export class Clicks {
  readonly #kept: Click[] = [];

  /** Those from an entry of the log on, oldest first. */
  since(number: number): readonly Click[] {
    return this.#kept.filter((click) => click.number >= number - 1);
  }

  /** Lets `act` happen, and keeps what it was. One that is refused did not happen. */
  during<Came>(
    sandbox: Sandbox,
    { path, args }: { path: Readonly<Record<string, string>>; args: readonly unknown[] },
    act: () => Came,
  ): Came {
    const { person: personId = "", act: name = "" } = path;
    const [first, second] = args.map(String);
    const [where, componentId] = name === "runOnMessage" ? [second, undefined] : [first, second];
    const message = where === undefined ? undefined : sandbox.record("messages", where);
    const before = {
      atMs: sandbox.clock.now(),
      number: sandbox.log.newest,
      on: message?.content,
      label: labelOf(sandbox, name, { where, componentId, components: message?.components }),
    };
    const came = act();
    if (!LOOKING.has(name)) this.#kept.push({ ...before, personId, act: name, args, came: idOf(came) });
    if (this.#kept.length > MOST) this.#kept.shift();
    return came;
  }
}

const idOf = (came: unknown): string | undefined => {
  const id: unknown = came instanceof PersonInteraction ? came.id : isFields(came) ? came["id"] : undefined;
  return typeof id === "string" ? id : undefined;
};

interface Named {
  readonly where: string | undefined;
  readonly componentId: string | undefined;
  readonly components: readonly Json[] | undefined;
}

function labelOf(sandbox: Sandbox, act: string, { where = "", componentId, components }: Named): string | undefined {
  if (act === "submit") {
    const { form } = sandbox.interaction(where);
    return isFields(form) ? String(form["title"] ?? form["id"]) : undefined;
  }
  if (act === "press") return labelIn(components, componentId);
  if (act === "pressPrivate")
    return labelIn(
      sandbox.interaction(where).texts.flatMap((text) => text.components ?? []),
      componentId,
    );
  return undefined;
}

/** The label of a component; its id where it has none. */
function labelIn(components: unknown, id: string | undefined): string | undefined {
  if (Array.isArray(components)) return components.map((one) => labelIn(one, id)).find((one) => one !== undefined);
  if (!isFields(components)) return undefined;
  if (components["id"] === id && id !== undefined) return String(components["label"] ?? id);
  return labelIn(Object.values(components), id);
}
