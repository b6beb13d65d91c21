import type { FieldEncoding, ParameterStyle } from "../../runtime/abi/index.js";
import type { Located } from "../load/files.js";
import { child, type ReadContext, record, text } from "./context.js";

/** How the fields of a form are written where that does not follow from their values. */
export function readEncoding(context: ReadContext, media: Located): Record<string, FieldEncoding> {
  const encoding = child(context, media, "encoding");
  const found = Object.keys(record(encoding))
    .sort()
    .flatMap((name): [string, FieldEncoding][] => {
      const entry = record(encoding && child(context, encoding, name));
      const contentType = text(entry["contentType"]);
      const style = fieldStyle(entry);
      const own = { ...(contentType === "" ? {} : { contentType }), ...(style === undefined ? {} : { style }) };
      return Object.keys(own).length === 0 ? [] : [[name, own]];
    });
  return Object.fromEntries(found);
}

function fieldStyle({ style, explode, ...rest }: Readonly<Record<string, unknown>>): ParameterStyle | undefined {
  if (rest["x-style"] === "tabDelimited") return "tabDelimited";
  if (style === "deepObject" || style === "spaceDelimited" || style === "pipeDelimited") return style;
  if (style === undefined && explode === undefined) return undefined;
  return explode === false ? "form" : "exploded";
}
