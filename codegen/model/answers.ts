import type { Located } from "../load/files.js";
import { childPointer } from "../load/pointer.js";
import { contentSchema, isEvents, isLines, pickMedia, successes } from "./bodies.js";
import { child, type ReadContext, record, text } from "./context.js";
import type { Answer, Content, OperationModel } from "./model.js";
import { statusOf } from "./status.js";

export function readAnswers(context: ReadContext, variant: Located, operation: Located, symbol: string): Answer[] {
  const own = child(context, variant, "responses");
  const responses = own ?? child(context, operation, "responses");
  const answers: Answer[] = [];
  for (const status of Object.keys(record(responses)).sort()) {
    const response = responses === undefined ? undefined : child(context, responses, status);
    const known = statusOf(status);
    if (response !== undefined && known !== undefined) answers.push(readAnswer(context, known, response, symbol));
  }
  const given = record(variant)["answer"];
  const success = answers.find((answer) => answer.status.startsWith("2"));
  const accept = text(record(variant)["accept"]);
  if (given === undefined && accept === "") return answers;
  const others = answers.filter((answer) => !answer.status.startsWith("2"));
  if (given === undefined)
    return [{ status: success?.status ?? "2XX", doc: "", mediaType: accept, schema: true }, ...others];
  const schema = context.schemas.inline(
    { value: given, origin: { file: variant.origin.file, pointer: childPointer(variant.origin.pointer, "answer") } },
    `${symbol}.answer`,
    "received",
  );
  return [{ status: success?.status ?? "2XX", doc: "", mediaType: "application/json", schema }, ...others];
}

function readAnswer(context: ReadContext, status: string, response: Located, symbol: string): Answer {
  const content = child(context, response, "content");
  const picked = pickMedia(content);
  const media = content === undefined || picked === undefined ? undefined : child(context, content, picked.key);
  const doc = text(record(response)["description"]);
  if (picked === undefined || media === undefined) return { status, doc };
  const { mediaType } = picked;
  const schema = contentSchema(context, media, mediaType, `${symbol}.${status}`, "received");
  const keys = Object.keys(record(content));
  const isStream = isEvents(mediaType) || isLines(mediaType);
  const others = isStream ? [] : otherAnswers(context, content, picked.key, `${symbol}.${status}`);
  const whole = { status, doc, mediaType, schema, ...(others.length === 0 ? {} : { others }) };
  const key = isStream ? undefined : (keys.find(isEvents) ?? keys.find(isLines));
  const other = content === undefined || key === undefined ? undefined : child(context, content, key);
  if (key === undefined || other === undefined) return whole;
  const events = contentSchema(context, other, key, `${symbol}.${status}.event`, "received");
  return { ...whole, events: { mediaType: key, schema: events } };
}

/** The media types of an answer besides the one that is asked for where nothing is chosen; no ranges, and no streams. */
function otherAnswers(
  context: ReadContext,
  content: Located | undefined,
  picked: string,
  symbol: string,
): readonly Content[] {
  return Object.keys(record(content)).flatMap((mediaType): readonly Content[] => {
    const isOther = mediaType !== picked && !mediaType.includes("*") && !isEvents(mediaType) && !isLines(mediaType);
    const media = content === undefined || !isOther ? undefined : child(context, content, mediaType);
    if (media === undefined) return [];
    return [{ mediaType, schema: contentSchema(context, media, mediaType, `${symbol}.other`, "received") }];
  });
}

/** The media types that a success can be had in, the one first that comes where nothing is chosen; none without a choice. */
export function acceptable(operation: Pick<OperationModel, "answers" | "stream" | "answerBy">): readonly string[] {
  const good = operation.stream || operation.answerBy !== undefined ? [] : successes(operation);
  const first = good.find(({ mediaType }) => mediaType !== undefined)?.mediaType;
  const others = good.flatMap((answer) => answer.others ?? []).map(({ mediaType }) => mediaType);
  return first === undefined || others.length === 0 ? [] : [...new Set([first, ...others])];
}

/** Whether a success can be had in several media types. */
export function hasChoice(context: ReadContext, operation: Located): boolean {
  const responses = child(context, operation, "responses");
  return Object.keys(record(responses)).some((status) => {
    const content =
      responses === undefined || !status.startsWith("2") ? undefined : child(context, responses, status, "content");
    return Object.keys(record(content)).length > 1;
  });
}
