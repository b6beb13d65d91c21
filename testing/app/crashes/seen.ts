import type { TestApp } from "../app.js";
import { TestInteraction, TestPerson } from "../person.js";

/** What people saw of one run, in words that the next run has too. */
export interface Seen {
  /** Each act of a person, with what came of it. */
  readonly acts: readonly string[];
  readonly messages: readonly string[];
  /** Messages of acts that a person had to repeat: they may be there again. */
  readonly excused: readonly string[];
  /** What the stores hold for users after each act, and at the end. */
  readonly kept: readonly (readonly string[])[];
  /** The act, by its number, during which the process died although the person got an answer. */
  readonly answered: number | undefined;
}

/** What the people of a run need to know of the process. */
export interface Process {
  readonly deaths: number;
  /** Kills it before an act, if this is the point of the run, and waits until the next one runs. */
  idle(act: string): Promise<void>;
  /** What its stores hold for users. */
  kept(): Promise<readonly string[]>;
}

/** Watches a world from the side of its people, who repeat once what came to nothing because the process died. */
export class Watch {
  readonly world: TestApp;
  /** How often a person acted again. */
  repeats = 0;
  readonly #inner: TestApp;
  readonly #process: Process;
  readonly #people = new Map<string, TestPerson>();
  readonly #excused: string[] = [];
  #kept: (readonly string[])[] = [];
  #answered: number | undefined;
  #acts: { readonly name: string; readonly came: TestInteraction }[] = [];

  constructor(inner: TestApp, process: Process) {
    this.#inner = inner;
    this.#process = process;
    const named = new Map<string, TestPerson>();
    this.world = forwarding(inner, (name, value) => {
      if (value instanceof TestPerson) return this.#watched(value);
      if (name !== "newPerson") return value;
      return (called: string): TestPerson => {
        const person = named.get(called) ?? this.#watched(inner.newPerson(called));
        named.set(called, person); // who begins again is no other person
        return person;
      };
    });
  }

  /** People begin the scenario again: what they did before no longer counts. */
  beginAgain(): void {
    this.repeats += 1;
    this.#excused.push(...this.#messages());
    this.#acts = [];
    this.#kept = [];
    this.#answered = undefined;
  }

  /** Notes what the stores hold now. */
  async look(): Promise<void> {
    this.#kept.push(await this.#process.kept());
  }

  get cameToNothing(): number {
    return this.repeats + this.#acts.filter(({ came }) => isNothing(came)).length;
  }

  get seen(): Seen {
    const ids = new Map<string, string>();
    const acts = this.#acts.map(({ name, came }) => {
      const texts = came.texts.map(({ content, private: hidden }) => `${hidden ? "private " : ""}"${content}"`);
      return [name, "is", came.state, ...texts].join(" ");
    });
    const [messages, excused] = [this.#messages(), this.#excused];
    return {
      messages: messages.map((line) => withoutIds(line, ids)),
      excused: excused.map((line) => withoutIds(line, ids)),
      acts: acts.map((line) => withoutIds(line, ids)),
      kept: this.#kept,
      answered: this.#answered,
    };
  }

  #messages(): readonly string[] {
    return this.#inner.channel.messages.map(({ content, byApp }) => `${byApp ? "App" : "person"}: ${content}`);
  }

  #watched(person: TestPerson): TestPerson {
    const known = this.#people.get(person.id);
    if (known) return known;
    const watched = forwarding(person, (name, value) =>
      typeof value === "function"
        ? async (...given: readonly unknown[]) => this.#act(name, async () => Reflect.apply(value, person, given))
        : value,
    );
    this.#people.set(person.id, watched);
    return watched;
  }

  async #act(name: string, act: () => Promise<unknown>): Promise<unknown> {
    await this.#process.idle(name);
    const { deaths } = this.#process;
    const before = this.#messages().length;
    let came = await act();
    const answers = this.#messages()
      .slice(before)
      .filter((line) => line.startsWith("App"));
    const hadAnswer = came instanceof TestInteraction ? !isNothing(came) : answers.length > 0;
    if (this.#process.deaths > deaths && hadAnswer) this.#answered = this.#kept.length;
    if (this.#process.deaths > deaths && !hadAnswer) {
      this.repeats += 1;
      this.#excused.push(...this.#messages().slice(before));
      came = await act();
    }
    await this.look();
    if (came instanceof TestInteraction) this.#acts.push({ name, came });
    return came;
  }
}

/** Whether a person had no answer, and knows that there will be none. */
const isNothing = ({ state, texts }: TestInteraction): boolean =>
  state === "open" || state === "declined" || (state === "deferred" && texts.length === 0);

/** Ids count on from what happened before: each becomes its place among those seen. */
function withoutIds(line: string, ids: Map<string, string>): string {
  return line.replaceAll(/\b\d{17,20}\b/g, (id) => {
    const known = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, known);
    return known;
  });
}

/** The same object, some of whose members are others. Methods run on the object itself, since it has private fields. */
function forwarding<Target extends object>(target: Target, other: (name: string, value: unknown) => unknown): Target {
  return new Proxy(target, { get: (of, name) => other(String(name), Reflect.get(of, name, of)) });
}
