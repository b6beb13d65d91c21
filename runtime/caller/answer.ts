import { isJson } from "../abi/bodies.js";
import type { Call, Operation } from "../abi/index.js";
import { type Answer, type AppsError, isAppsError } from "../http/parts.js";
import { mayBeEmpty } from "../http/answer.js";

/** Guards of an operation, from the generated `validators/operations.ts`. */
export interface AnswerGuards {
  readonly answers: Readonly<Record<string, (value: unknown) => boolean>>;
  /** Says where a value fails a guard. */
  readonly misfitOf?: (guard: (value: unknown) => boolean, value: unknown) => string | undefined;
}

/** Readers of the JSON of an operation, from the generated `validators/readers.ts`. */
export interface AnswerReaders {
  readonly answers: Readonly<Record<string, (text: string) => unknown>>;
  readonly event?: (text: string) => unknown;
}

/** The entry for a status: its own, that of its range, or the default. */
function forStatus<Entry>(entries: Readonly<Record<string, Entry>> | undefined, status: number): Entry | undefined {
  return entries?.[status] ?? entries?.[`${String(status)[0]}XX`] ?? entries?.["default"];
}

/** Header names in lower case. */
type AnswerHeaders = Answer["headers"];

/** Whether a body of this media type is read as text; everything else is bytes. */
export function isText(mediaType: string): boolean {
  return (
    mediaType === "" ||
    isJson(mediaType) ||
    /^text\/|[/+]xml\b|^application\/(x-www-form-urlencoded|javascript)/i.test(mediaType)
  );
}

/**
 * The body of an answer by its media type: JSON, text, or bytes. Throws a `SyntaxError` for invalid JSON.
 */
export function bodyOfAnswer(
  { status, headers, body }: Answer,
  bytes: Blob | undefined,
  readers: AnswerReaders | undefined,
): unknown {
  const type = headers["content-type"] ?? "";
  if (bytes !== undefined) return bytes;
  if (status === 204 || status === 205) return undefined;
  if (!isText(type)) return new Blob([], { type });
  if (type !== "" && !isJson(type)) return body;
  if (body === "") return undefined;
  try {
    return (forStatus(readers?.answers, status) ?? JSON.parse)(body) as unknown;
  } catch (error) {
    if (type === "") return body;
    throw error;
  }
}

/** How a body fails its guard; undefined where it passes or has none. */
export function misfitIn(
  { status }: Answer,
  body: unknown,
  operation: Operation,
  guards: AnswerGuards | undefined,
): string | undefined {
  const guard = forStatus(guards?.answers, status);
  const absent = body === undefined && (mayBeEmpty(operation) || status === 204);
  if (guard === undefined || operation.guarded === false || absent || guard(body)) return undefined;
  return guards?.misfitOf?.(guard, body) ?? "not as described";
}

/** How a call ended: with a success, or with a failure by status. */
export type SettledAnswer<Result, Errors> =
  | {
      readonly ok: true;
      readonly data: Result;
      readonly error?: undefined;
      readonly status: number;
      /** Header names in lower case. */
      readonly headers: AnswerHeaders;
    }
  | Failure<Errors>;

/**
 * An answer that is no success. `status` narrows its described bodies; that of a status which is not described is
 * `unknown`.
 */
export type Failure<Errors> = unknown extends Errors
  ? FailureOf<number, unknown>
  : | { readonly [Key in keyof Errors]: FailureOf<StatusOf<Key, keyof Errors>, Errors[Key]> }[keyof Errors]
    | Undescribed<Exclude<AnyFailure, StatusOf<keyof Errors, keyof Errors>>>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type AsNumber<Text extends string> = Text extends `${infer Value extends number}` ? Value : never;
/** Statuses whose first digit is this one. */
type StatusIn<First extends string> = AsNumber<`${First}${Digit}${Digit}`>;
type AnyFailure = StatusIn<"3" | "4" | "5">;

/** The statuses that a key of the described failures stands for; a range leaves those out that have keys of their own. */
type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Key extends `${infer First}XX`
    ? Exclude<StatusIn<First>, Keys>
    : Exclude<AnyFailure, Keys | StatusInRanges<Keys>>;
type StatusInRanges<Keys> = Keys extends `${infer First}XX` ? StatusIn<First> : never;

/** A failure of a status that nothing is said of; none where everything is described. */
type Undescribed<Status extends number> = [Status] extends [never] ? never : FailureOf<Status, unknown>;

interface FailureOf<Status extends number, Body> {
  readonly ok: false;
  readonly data?: undefined;
  readonly error: Body;
  readonly status: Status;
  readonly headers: AnswerHeaders;
}

/** The head of an answer. */
interface Head extends Pick<Answer, "status" | "headers"> {
  /** The body of a failure, where it is read with more than plain JSON. */
  readonly failure?: unknown;
}

const heads = new WeakMap<Promise<unknown>, () => Head | undefined>();

/** Remembers how to get the head of a call's answer once it has arrived. */
export function rememberHead(call: Promise<unknown>, head: () => Head | undefined): void {
  heads.set(call, head);
}

/**
 * Waits for a call and says how it ended instead of throwing: `{ ok, data, error, status, headers }`. Still throws an
 * `AppsError` where no answer came, or one that breaks its description.
 */
export async function settled<Result, Errors>(
  call: Call<Result, string, Errors>,
): Promise<SettledAnswer<Result, Errors>> {
  try {
    const data = await call;
    const { status = 200, headers = {} } = heads.get(call)?.() ?? {};
    return { ok: true, data, status, headers };
  } catch (error) {
    if (!isAppsError(error) || !isRefused(error)) throw error;
    const { headers = {}, failure = error.body } = heads.get(call)?.() ?? {};
    // The status says which of the described bodies this is; the description is trusted.
    return { ok: false, error: failure, status: error.status, headers } as SettledAnswer<Result, Errors>;
  }
}

/** Whether the service answered, and not with a success. A redirect is an answer too: it is never followed. */
function isRefused({ kind, status = 0 }: AppsError): boolean {
  return kind === "http" || kind === "refusal" || (status > 299 && status < 400);
}
