import { fence, plainText } from "../bundle/harmless.js";
import { isRecord } from "../../runtime/base/values.js";

/** The marks of a place of the model, one sentence each. */
export function marks(place: {
  readonly undocumented?: readonly string[];
  readonly tensions?: readonly string[];
}): string[] {
  const { undocumented = [], tensions = [] } = place;
  return [
    ...undocumented.map((reason) => `> **Not documented:** ${reason}.`),
    ...tensions.map((reason) => `> **Statements disagree:** ${reason}.`),
  ];
}

/** The examples of a media type, each as a block of code under its name. */
export function exampleBlocks(media: unknown): string[] {
  const examples = isRecord(media) ? media["examples"] : undefined;
  return Object.entries(isRecord(examples) ? examples : {}).flatMap(([name, example]) => {
    const value = isRecord(example) ? example["value"] : undefined;
    return [`Example: ${plainText(name)}`, valueBlock(value)];
  });
}

/** A value as a block of code. */
export function valueBlock(value: unknown): string {
  if (typeof value === "string") return fence("text", value.trimEnd());
  return fence("json", JSON.stringify(value, undefined, 2) ?? "");
}
