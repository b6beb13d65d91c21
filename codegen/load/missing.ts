import { nearest } from "../../runtime/base/nearest.js";
import { isRemote } from "./source.js";
import type { FileSet } from "./files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer, lookUp, pointerTokens } from "./pointer.js";
import type { Origin, Problems } from "./problems.js";

/** Where more than so many things are wrong, it is not one misspelled name: none is looked for. */
const MOST_CORRECTED = 100;

/** Reports a reference that leads nowhere, with what it was probably meant to be. */
export function leadsNowhere(
  context: { readonly files: FileSet; readonly problems: Problems },
  reference: string,
  from: Origin,
  field = "$ref",
): undefined {
  const at = { file: from.file, pointer: childPointer(from.pointer, field) };
  const isFew = context.problems.all.length < MOST_CORRECTED;
  const meant = isFew ? correction(context.files, reference, from) : undefined;
  if (context.files.isRefused(reference, from)) {
    const message = `the reference ${reference} points to a file outside of the folder of the document`;
    const allow = "Allow its folder with --allow-files, or `files`; or move it.";
    const never = "A document of another machine cannot name files of this one.";
    context.problems.unsupported(at, message, isRemote(from.file.path) ? never : allow);
    return undefined;
  }
  const identified = reference.startsWith("#") ? idAround(context.files, from) : undefined;
  const advice =
    identified !== undefined
      ? `\`$id: ${identified}\` makes references inside of it start at that schema: take the $id out, or refer to the $id of the other schema.`
      : /^https?:/.test(reference)
        ? "Nothing is fetched unless --allow-remote or `remote: true` says so; or keep a copy and refer to that."
        : meant === undefined
          ? "Check the file name and the pointer; names are case-sensitive."
          : `Did you mean ${meant}?`;
  context.problems.unsupported(at, `the reference ${reference} leads nowhere`, advice);
}

/** The `$id` of the schema around a place, which references are relative to; undefined where the file itself is. */
function idAround(files: FileSet, from: Origin): string | undefined {
  const { pointer, file } = files.resourceOf(from);
  const schema = pointer === "" ? undefined : lookUp(file.data, pointer);
  return isRecord(schema) && typeof schema["$id"] === "string" ? schema["$id"] : undefined;
}

/** The same reference with its first wrong name corrected, where that leads somewhere. */
function correction(files: FileSet, reference: string, from: Origin): string | undefined {
  const hash = reference.indexOf("#/");
  if (hash === -1) return undefined;
  const tokens = pointerTokens(reference.slice(hash + 1));
  const written = (count: number): string =>
    `${reference.slice(0, hash)}#${childPointer("", ...tokens.slice(0, count))}`;
  for (let count = tokens.length - 1; count >= 0; count--) {
    const parent = files.find(written(count), from);
    if (parent === undefined) continue;
    const meant = isRecord(parent.value) ? nearest(tokens[count] ?? "", Object.keys(parent.value)) : undefined;
    if (meant === undefined) return undefined;
    tokens[count] = meant;
    const corrected = written(tokens.length);
    return files.find(corrected, from) === undefined ? undefined : corrected;
  }
  return undefined;
}
