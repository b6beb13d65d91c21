import { isRecord, defined } from "../../base/values.js";
import { checkOptions } from "../../base/options.js";
import { ArgumentError } from "../../base/errors.js";
import type { Texts } from "../../interaction/channel.js";
import { type AnswerInput, answerFields } from "../definitions/contexts.js";

/** What the types refuse, for those who come without them: the service would say no without a reason. */
export function checkChoices(choices: unknown): void {
  const refuse = (why: string) =>
    new ArgumentError(`suggest() takes a list of { name, value }, such as [{ name: "Porto", value: "porto" }]; ${why}`);
  if (!Array.isArray(choices)) throw refuse("expected a list");
  for (const [index, choice] of choices.entries()) {
    if (typeof choice !== "object" || choice === null) throw refuse(`choices[${index}] is not an object`);
    const { name, value } = choice as Readonly<Record<string, unknown>>; // an object, looked at field by field
    if (typeof name !== "string") throw refuse(`choices[${index}].name is not a string`);
    const fits = typeof value === "string" || typeof value === "number";
    if (!fits) throw refuse(`choices[${index}].value is neither a string nor a number`);
  }
}

/** Who says of a defer that it is private means the text, which would then be public. */
export function refuseOptions(defined: unknown): void {
  if (!isRecord(defined) || Object.keys(defined).length === 0) return;
  throw new ArgumentError(
    "defer() takes no options: private is said with the text, answer({ content, private: true })",
  );
}

export function textsOf(action: string, answer: string | AnswerInput): Texts {
  if (typeof answer === "string" && answer !== "") return { content: answer };
  const said: unknown = answer; // without the types it may be anything
  if (typeof said !== "string" && (typeof said !== "object" || said === null)) {
    const what = said === null ? "null" : typeof said;
    throw new ArgumentError(`${action}() takes a string, or { content, private, components }; got ${what}`);
  }
  if (typeof said === "object") checkOptions(said, answerFields, { of: `${action}()`, prefix: `${action}(): ` });
  const { content, private: hidden, components } = typeof answer === "string" ? { content: answer } : answer;
  if (typeof content !== "string" || content === "") {
    throw new ArgumentError(`${action}() needs a content that is not empty`);
  }
  return { content, ...defined({ private: hidden, components }) };
}
