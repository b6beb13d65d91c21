import type { Located } from "../load/files.js";
import { lookUp } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import type { SourceFile } from "../load/source.js";
import type { Loaded } from "../model/build.js";
import type { Model } from "../model/model.js";
import type { Findings, Values } from "./finding.js";
import { each } from "./pairs.js";
import type { PlainRuleId } from "./rules.js";

/** Both descriptions as the generated client has them, and what is found between them. */
export interface Client {
  readonly before: Model;
  readonly after: Model;
  readonly say: (rule: PlainRuleId, about: About, values?: Values) => void;
}

/** What a finding about the client is about. */
export interface About {
  readonly subject: string;
  readonly at?: string;
  /** Where it stands: `file#/pointer`, or a pointer in one of the documents. */
  readonly places: readonly [before: string | undefined, after: string | undefined];
}

/** Makes findings about the client of two descriptions. */
export function clientOf(loaded: readonly [before: Loaded, after: Loaded], findings: Findings): Client {
  const finders = each(loaded, finderOf);
  return {
    before: loaded[0].model,
    after: loaded[1].model,
    say: (rule, { subject, at = "", places }, values = {}) => {
      const origins = each(places, (place, side) => finders[side](place));
      findings.add({ rule, subject, at, origins, ...values });
    },
  };
}

/** Finds the place that a text names in the documents of a description; the document where it names none. */
function finderOf({ sources }: Loaded): (text: string | undefined) => Origin {
  const { context, openapi, asyncapi } = sources;
  const documents = [openapi, asyncapi].filter((one): one is Located => one !== undefined);
  const byLabel = new Map<string, SourceFile>(context.files.all.map((file) => [file.label, file]));
  const [first] = documents;
  if (first === undefined) throw new Error("unreachable: a description has a document");
  return (text) => {
    if (text === undefined) return first.origin;
    const hash = text.indexOf("#");
    // What is a pointer alone begins as no file does.
    const file = byLabel.get(text.slice(0, hash));
    const pointer = text.slice(hash + 1);
    if (file !== undefined) return { file, pointer };
    const holder = documents.find(({ value }) => lookUp(value, pointer) !== undefined);
    return holder === undefined ? first.origin : { file: holder.origin.file, pointer };
  };
}
