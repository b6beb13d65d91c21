import { createHash } from "node:crypto";
import { limits } from "../../generated/tables.js";

/** What is remembered of requests and events while a program runs, to compare what comes later. Hashes, never written. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64").slice(0, 22);

/** A request that was accepted. */
interface Accepted {
  readonly request: string;
  readonly atMs: number;
  /** Hashes of what the answer had, by the names that lead there. */
  readonly leaves: ReadonlyMap<string, string>;
}

/** Something that happened to an interaction. */
interface Step {
  readonly label: string;
  readonly atMs: number;
}

const MOST_KEPT = 2_000;

/** A map that forgets what it was given first. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > MOST_KEPT && oldest !== undefined) this.#values.delete(oldest);
  }

  clear(): void {
    this.#values.clear();
  }
}

/** A request as it is compared: the same target is the same method and address, whatever the body. */
export interface Asked {
  readonly target: string;
  readonly request: string;
  readonly atMs: number;
}

/** So much later a second request shows what time changes. */
const LATER_MS = 1_000;

/** Places that are named of two answers that differ. */
const MOST_DIFFERENCES = 20;

/** Compares each request with those before it. */
export class Repeats {
  readonly #byTarget = new Recent<Accepted>();
  readonly #byRequest = new Recent<Accepted>();

  /** Notes about a request, with the answer to it. */
  notes(asked: Asked, leaves: ReadonlyMap<string, string>): readonly string[] {
    const same = this.#byRequest.get(asked.request);
    const before = same ?? this.#byTarget.get(asked.target);
    if (before === undefined) return [];
    const notes = [`again ${same === undefined ? "target" : "request"}`];
    if (asked.atMs - before.atMs >= LATER_MS) notes.push("later");
    const paths = [...new Set([...before.leaves.keys(), ...leaves.keys()])];
    const differing = paths.filter((path) => before.leaves.get(path) !== leaves.get(path));
    // Of lists of another length it says nothing that what is in them differs too.
    const told = differing.filter((path) => !differing.some((list) => path.startsWith(`${list}[]`)));
    return [...notes, ...told.slice(0, MOST_DIFFERENCES).map((path) => `differs ${path}`)];
  }

  accepted({ target, request, atMs }: Asked, leaves: ReadonlyMap<string, string>): void {
    const one = { request, atMs, leaves };
    this.#byTarget.set(target, one);
    this.#byRequest.set(request, one);
  }

  /** After something was deleted the same request may create it once more. */
  forget(): void {
    this.#byTarget.clear();
    this.#byRequest.clear();
  }
}

/** What happened to each interaction, from the event that brought it. */
export class Interactions {
  readonly #steps = new Recent<readonly Step[]>();

  arrived(id: string, type: string, atMs: number): void {
    const key = hashOf(id);
    if (this.#steps.get(key) === undefined) this.#steps.set(key, [{ label: `event ${type}`, atMs }]);
  }

  did(id: string, label: string, atMs: number): void {
    const key = hashOf(id);
    this.#steps.set(key, [...(this.#steps.get(key) ?? []), { label, atMs }].slice(-20));
  }

  /** What came before a request about it, and whether the window for follow-ups that began then is over. */
  notes(id: string, nowMs: number): readonly string[] {
    const steps = this.#steps.get(hashOf(id)) ?? [];
    const [first] = steps;
    const late = first?.label.startsWith("event ") === true && nowMs - first.atMs > limits.confirmationWindowMs;
    const times = steps.map(
      ({ label, atMs }) => `${nowMs - atMs >= limits.followUpWindowMs ? "beyond" : "within"} ${label}`,
    );
    return [...new Set([...times, ...(late ? ["late"] : [])])];
  }
}

/** The fact that a form which was opened once was submitted more than once. */
export const FORM_AGAIN = "form submitted again";

/** Counts how often a form is submitted that was opened once. */
export class Forms {
  /** By the hash of a person and the id of a form: submissions since it was opened for the person. */
  readonly #submissions = new Recent<number>();
  readonly #people = new Recent<string>();

  /** Notes whose interaction it is. */
  arrived(interactionId: string, userId: unknown): void {
    if (typeof userId === "string") this.#people.set(hashOf(interactionId), hashOf(userId));
  }

  opened(interactionId: string, formId: unknown): void {
    const person = this.#people.get(hashOf(interactionId));
    if (person !== undefined && typeof formId === "string") this.#submissions.set(person + hashOf(formId), 0);
  }

  /** True where one of the strings of a submission names a form that was submitted before. */
  isAgain(interactionId: string, strings: Iterable<string>): boolean {
    const person = this.#people.get(hashOf(interactionId)) ?? "";
    const keys = [...new Set(strings)].map((text) => person + hashOf(text));
    const counts = keys.flatMap((key) => {
      const count = this.#submissions.get(key);
      if (count === undefined) return [];
      this.#submissions.set(key, count + 1);
      return [count + 1];
    });
    return counts.some((count) => count > 1);
  }
}
