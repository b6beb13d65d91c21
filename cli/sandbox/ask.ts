import { brand, limits } from "../../generated/tables.js";
import { controlHeader } from "../../sandbox/control/calls.js";
import { sandboxHeader } from "../../sandbox/spec.js";

const VARIABLE = `${brand.value.toUpperCase()}_SANDBOX_CONTROL`;

/** Asks the control interface, and gives its answer. @throws Error with the sentence of a refusal */
export async function ask(control: string, path: string, body?: object): Promise<unknown> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, control), body === undefined ? {} : post).catch((error: unknown) => {
    throw new Error(`nothing answers at ${control}: is the sandbox running?`, { cause: error });
  });
  if (!response.headers.has(controlHeader)) {
    const what = response.headers.has(sandboxHeader) ? "where the platform itself listens" : "no sandbox";
    throw new Error(`${control} is ${what}, not the control address, which the sandbox prints as ${VARIABLE}`);
  }
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`the sandbox refused: ${sentence(answer)}`);
  return answer;
}

/** A refusal for people: what it says, then its code and whatever else it carries. */
function sentence(refusal: unknown): string {
  const { message, code, ...extras } = refusal as Readonly<Record<string, unknown>>; // of the control interface: an object
  const rest = Object.entries(extras).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const behind = [code, ...rest].filter((part) => part !== undefined).join(", ");
  return behind === "" ? String(message) : `${String(message)} (${behind})`;
}

/** What an act began is waited for, so that its answer is seen: an interaction is over in its window, or soon after. */
export async function settledOne(control: string, done: unknown, say: (text: string) => void): Promise<unknown> {
  if (stateOf(done) === undefined) return done;
  const { id } = done as { readonly id: string }; // what has a state is an interaction
  const path = `/interactions/${encodeURIComponent(id)}`;
  const confirmed = await ask(control, `${path}?confirmed`);
  if (stateOf(confirmed) !== "deferred") return confirmed;
  say(`deferred: its answer may take up to ${limits.deferredAnswerMs / 1_000} s\n`);
  return ask(control, `${path}?settled`);
}

const stateOf = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "state" in answer && "id" in answer ? answer.state : undefined;

/** Whether that is an interaction that nobody answered in time. */
export const isExpired = (answer: unknown): boolean => stateOf(answer) === "expired";
