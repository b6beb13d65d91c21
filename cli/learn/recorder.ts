import type { StreamAnswer, StreamTransport, TransportAnswer, TransportRequest } from "../../runtime/abi/index.js";
import { isRecord } from "../../runtime/base/values.js";
import type { HttpCall } from "../../runtime/http/index.js";
import type { Described, Description } from "./description.js";
import { isJson } from "./description.js";
import { FORM_AGAIN, Forms, hashOf, Interactions, Recent, Repeats } from "./memory.js";
import type { Exchange, Gathering } from "./recording.js";
import { type Shape, shapeOf } from "./shape.js";
import { Streams } from "./streams.js";

/** So long an answer took when its request was held. */
const SLOW_MS = 1_000;

/** Media types that are named; another one may be anything. */
const KNOWN_MEDIA =
  /^(text\/(html|plain|xml|csv|event-stream)|image\/(png|jpeg|gif|webp)|application\/(xml|pdf|zip|octet-stream))$/;

/** What a recorder leans on. */
export interface RecorderOptions {
  readonly description: Description;
  readonly gathering: Gathering;
  /** Milliseconds of any clock. */
  readonly now: () => number;
  /** Runs what notes something, and keeps what was noted. Never throws: no call and no stream fails for it. */
  readonly quietly: (note: () => void) => void;
}

/** Turns traffic into names and types. Nothing that it meets is kept longer than the comparison with what comes next. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #repeats = new Repeats();
  readonly #interactions = new Interactions();
  readonly #forms = new Forms();
  readonly #seenEvents = new Recent<true>();
  readonly #streams: Streams;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#streams = new Streams(options.gathering);
  }

  /** Notes an answer to a call. `startedMs` is when its request was sent. */
  answered(
    call: Pick<HttpCall, "operation" | "request" | "baseUrl">,
    answer: TransportAnswer,
    startedMs: number,
  ): void {
    const { gathering, quietly } = this.#options;
    quietly(() => {
      if (call.request.url.startsWith(`${call.baseUrl}/`)) this.#note(call, answer, startedMs);
      else gathering.unseen("requests to another host than the address of the service");
    });
  }

  #note(
    { operation, request }: Pick<HttpCall, "operation" | "request">,
    answer: TransportAnswer,
    startedMs: number,
  ): void {
    const { description, gathering, now } = this.#options;
    const { id, method, path } = operation;
    const described = description.operations.get(id) ?? description.operations.get(`${method} ${path}`);
    const named = described === undefined ? nameOf(operation) : described.id || `${described.method} ${described.path}`;
    const query = new URLSearchParams(request.url.split("?")[1] ?? "");
    const body = this.#bodyOf(request, described);
    const read = this.#read(answer, described);
    const subjects = subjectsOf(operation, request.url);
    const asked = {
      target: hashOf(`${method} ${request.url}`),
      request: hashOf(`${method} ${request.url} ${request.body ?? ""}`),
      atMs: startedMs,
    };
    const isAccepted = answer.status >= 200 && answer.status < 300;
    const retryAfter = answer.headers["retry-after"];
    const notes = [
      ...this.#repeats.notes(asked, read.leaves),
      ...subjects.flatMap((subject) => this.#interactions.notes(subject, startedMs)),
      ...[...query].flatMap(([name, value]) =>
        value.length > 3 && read.strings.has(value) ? [`echoes ${this.#queryName(operation, name)}`] : [],
      ),
      ...(now() - startedMs >= SLOW_MS ? ["slow"] : []),
      // The one flag that decides whether others see an answer: that it was there says nothing.
      ...(body.isPrivate === true ? ["private"] : []),
      ...(retryAfter === undefined ? [] : [`retry-after ${/^\d+$/.test(retryAfter) ? "seconds" : "date"}`]),
    ];
    gathering.exchange({
      operation: named,
      method,
      path: described?.path === undefined || described.path === "" ? templateOf(path) : described.path,
      query: [...new Set(query.keys())].map((name) => this.#queryName(operation, name)).sort(),
      ...(body.shape && { body: body.shape }),
      status: answer.status,
      ...read.told,
      notes: [...new Set(notes)].sort(),
      headers: Object.keys(answer.headers).filter(isHeaderName).sort(),
    });
    if (!isAccepted) return;
    this.#repeats.accepted(asked, read.leaves);
    if (method === "DELETE") this.#repeats.forget();
    for (const subject of subjects) {
      this.#interactions.did(subject, [named, body.kind].filter(Boolean).join(" "), startedMs);
      if (body.kind === "modal") this.#forms.opened(subject, body.formId);
    }
    this.#rememberEvents(read.data);
  }

  /** What a parameter of the query is called in code; one that the description does not have may be anything. */
  #queryName({ queryParams = {}, queryConst = {} }: HttpCall["operation"], name: string): string {
    if (Object.hasOwn(queryParams, name)) return queryParams[name] ?? name;
    return Object.hasOwn(queryConst, name) || this.#options.description.names.has(name) ? name : "*";
  }

  #bodyOf({ body = "" }: TransportRequest, described: Described | undefined): Sent {
    const { description } = this.#options;
    const data = parsed(body);
    if (data === undefined) return {};
    const schema = described && description.bodyOf(described);
    const shape = shapeOf(data, description.places(schema, "request"), { description, direction: "request" });
    const [kind = ""] = Object.keys(shape.kinds ?? {});
    const form: unknown = isRecord(data) ? (data["modal"] ?? data) : undefined;
    const isPrivate = isRecord(data) && data["private"] === true;
    return { shape, kind, isPrivate, formId: isRecord(form) ? form["id"] : undefined };
  }

  #read({ status, headers, body }: TransportAnswer, described: Described | undefined): Read {
    const { description, gathering } = this.#options;
    const media = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const answered = described && description.answerOf(described, status);
    const data = isJson(media) || media === "" ? parsed(body) : undefined;
    if (data === undefined) {
      const named = KNOWN_MEDIA.test(media) || answered?.media.includes(media) === true ? media : "unknown";
      // A client hands bytes on beside the answer: the body is empty then, and has a type.
      const isEmpty = body === "" && (media === "" || isJson(media));
      if (!isEmpty) gathering.unseen("bodies that are not JSON");
      const told = { media: isEmpty ? "empty" : named };
      return { told, leaves: new Map(), strings: new Set(), data };
    }
    const leaves = new Map<string, string[]>();
    const strings = new Set<string>();
    const visit = (path: string, value: unknown): void => {
      leaves.set(path, [...(leaves.get(path) ?? []), hashOf(JSON.stringify(value) ?? "")]);
      if (typeof value === "string") strings.add(value);
    };
    const places = description.places(answered?.schema);
    const answer = shapeOf(data, places, { description, direction: "response", visit });
    const code = codeOf(data);
    const isListed = code !== undefined && description.codes.has(code);
    const hashes = [...leaves].map(([path, list]) => [path, hashOf(list.join(" "))] as const);
    return { told: { ...(isListed && { code }), answer }, leaves: new Map(hashes), strings, data };
  }

  /** Watches what a transport streams. */
  streams(transport: StreamTransport): StreamTransport {
    return async (request) => {
      const answer = await transport(request);
      const media = answer.headers["content-type"] ?? "";
      if (answer.status !== 200 || !/^text\/event-stream\b/i.test(media)) return answer;
      const stream = this.#streams.open(request);
      return { ...answer, close: () => answer.close(), body: this.#watched(answer, stream) };
    };
  }

  async *#watched(answer: StreamAnswer, stream: ReturnType<Streams["open"]>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of answer.body) {
        this.#options.quietly(() => {
          for (const { id, data } of stream.take(chunk)) this.#event(id, data, stream);
        });
        yield chunk;
      }
    } finally {
      stream.end();
    }
  }

  #event(id: string | undefined, text: string, stream: ReturnType<Streams["open"]>): void {
    const { description, gathering } = this.#options;
    const data = parsed(text);
    if (data === undefined) return gathering.unseen("events that are not JSON");
    const places = description.events.flatMap((schema) => description.places(schema));
    const shape = shapeOf(data, places, { description, direction: "response" });
    gathering.event(shape);
    const [type = ""] = Object.keys(shape.kinds ?? {});
    stream.came({ id, hash: hashOf(text), type });
    this.#rememberEvents({ events: [data] });
  }

  /** Interactions among events, of a stream or of a mailbox: what is sent about them later is compared with them. */
  #rememberEvents(data: unknown): void {
    const list = isRecord(data) && Array.isArray(data["events"]) ? data["events"] : [];
    for (const event of list) {
      const interaction: unknown = isRecord(event) ? event["interaction"] : undefined;
      if (!isRecord(interaction) || typeof interaction["id"] !== "string") continue;
      const { id, type } = interaction;
      const key = hashOf(id);
      if (this.#seenEvents.get(key)) continue;
      this.#seenEvents.set(key, true);
      const known = typeof type === "string" && this.#isWord(type) ? type : "";
      this.#interactions.arrived(id, known, this.#options.now());
      this.#forms.arrived(id, interaction["userId"]);
      if (known === "form" && this.#forms.isAgain(id, stringsOf(interaction["data"])))
        this.#options.gathering.fact(FORM_AGAIN);
    }
  }

  #isWord(type: string): boolean {
    const { description } = this.#options;
    const places = description.events.flatMap((schema) => description.places(schema));
    return description.field(places, "interaction").some(({ constants }) => [...constants.values()].includes(type));
  }
}

/** What is known of a body that was sent. */
interface Sent {
  readonly shape?: Shape;
  readonly kind?: string;
  readonly isPrivate?: boolean;
  /** Of a form to open. */
  readonly formId?: unknown;
}

interface Read {
  readonly told: Pick<Exchange, "code" | "media" | "answer">;
  readonly leaves: ReadonlyMap<string, string>;
  readonly strings: ReadonlySet<string>;
  readonly data: unknown;
}

/** Ids of interactions that a request is about. */
function subjectsOf({ path, pathParams = {} }: HttpCall["operation"], url: string): readonly string[] {
  const name = Object.entries(pathParams).find(([, param]) => param === "interactionId")?.[0];
  const segments = path.split("/");
  const index = segments.indexOf(`{${name ?? ""}}`);
  const sent = new URL(url).pathname.split("/");
  const value = index === -1 ? undefined : sent[index - segments.length + sent.length];
  return value === undefined ? [] : [decodeURIComponent(value)];
}

/** A path without what may be an id: of an operation that the description does not have it may be no template. */
const templateOf = (path: string): string =>
  path
    .split("/")
    .map((step) => (/^(\{[\w.-]+\}|[A-Za-z_.-]*)$/.test(step) ? step : "*"))
    .join("/");

/** The name of an operation that the description does not have. */
const nameOf = ({ id, method, path }: HttpCall["operation"]): string =>
  /^[A-Za-z][A-Za-z_.-]*$/.test(id) ? id : `${method} ${templateOf(path)}`;

/** Every string in a value. */
function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsOf(item);
  else if (isRecord(value)) for (const item of Object.values(value)) yield* stringsOf(item);
}

const isHeaderName = (name: string): boolean => /^[a-z][a-z-]{0,39}$/.test(name);

function codeOf(data: unknown): string | undefined {
  const inner = isRecord(data) && isRecord(data["error"]) ? data["error"] : undefined;
  const code = [isRecord(data) ? data["code"] : undefined, inner?.["code"]].find((one) => typeof one === "string");
  return code as string | undefined; // `find` keeps no proof of its test
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
