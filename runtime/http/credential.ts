import { typeName } from "../base/values.js";
import { redactorOf } from "./call.js";
import { ArgumentError, isAppsError } from "../base/errors.js";
import { tokenPrefix } from "../../generated/tables.js";
import { TransportFailure } from "./transport/failure.js";

/** A checked credential. Every print-out of it shows the Application ID and three stars. */
export class AppCredential {
  readonly #header: string;
  readonly #redact: (text: string) => string;
  /** The Application ID, which is not secret. */
  readonly appId: string;
  /** Tells two credentials apart without showing either. */
  readonly id: symbol;

  constructor(token: string, appId: string, secret: string) {
    this.#header = `Bearer ${token}`;
    this.#redact = redactorOf(secret);
    this.appId = appId;
    this.id = Symbol(this.toString());
  }

  /** The value of the `authorization` header: the only place where the secret ever goes. */
  get header(): string {
    return this.#header;
  }

  /** True when both hold the same token. */
  equals(other: AppCredential): boolean {
    return this.#header === other.#header;
  }

  /** `text` without the secret, in each spelling in which an answer or an error could echo it. */
  redact(text: string): string {
    return this.#redact(text);
  }

  toString(): string {
    return `${tokenPrefix}.${this.appId}.***`;
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}

/** Visible ASCII, which a header carries as it is; the secret may contain dots. */
const TOKEN = new RegExp(`^${tokenPrefix}\\.(\\d+)\\.([!-~]+)$`);

/** Mistakes in a token: the first that fits is reported. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, "it is empty"],
  [/^bearer\s/i, "it begins with the word Bearer"],
  [/^["'`]|["'`]$/, "it has quotes around it"],
  [/^\s|\s$/, "it has white space or a line break around it"],
  [/\s/, "it has white space inside"],
  [/[^!-~]/, "it has characters outside visible ASCII"],
  [/^\d+$/, "that is only an Application ID"],
  [new RegExp(`^(?!${tokenPrefix}(?:\\.|$))`), `it does not begin with ${tokenPrefix}.`],
  [/^[^.]+\.\d+\.?$/, "its secret is missing"],
  [/^/, "its Application ID is missing or not made of digits"],
];

/**
 * Reads `<prefix>.<application id>.<secret>`.
 * Throws an {@link ArgumentError} that says what is wrong and never shows the text.
 */
export function parseCredential(token: unknown): AppCredential {
  const isText = typeof token === "string";
  const [, appId, secret] = (isText && TOKEN.exec(token)) || [];
  if (isText && appId && secret) return new AppCredential(token, appId, secret);
  const why = isText ? MISTAKES.find(([fits]) => fits.test(token))?.[1] : `got ${typeName(token)}`;
  throw new ArgumentError(`token is not a credential of the form ${tokenPrefix}.<application id>.<secret>: ${why}`);
}

/**
 * Where the credential comes from: one token, the two live ones during a rotation (the first is used until the service
 * refuses it), or a function that is asked at every request and may answer differently each time.
 */
export type TokenOption = string | readonly [string, string] | (() => string | Promise<string>);

/** Gives the credential to use now. */
export interface TokenSource {
  /** The Application ID. Throws while an asynchronous token function has not answered yet. */
  readonly appId: string;
  current(): AppCredential | Promise<AppCredential>;
  /** The credential to use after the service refused one by code; undefined when there is no other. */
  other(refused: AppCredential): Promise<AppCredential | undefined>;
  /** Whether there is a credential other than the one with this id. */
  hasOther(refusedId: symbol | undefined): Promise<boolean>;
}

/** Makes a source from the option. Tokens are checked at once, those of a function when it answers. */
export function tokenSource(option: TokenOption): TokenSource {
  if (typeof option === "function") return fromFunction(option);
  if (Array.isArray(option)) return fromPair(option.map(parseCredential));
  // Array.isArray does not narrow readonly tuples away; the parser checks the rest.
  return fromPair([parseCredential(option)]);
}

function fromPair(slots: readonly AppCredential[]): TokenSource {
  const [first] = slots;
  if (!first || slots.length > 2) throw new ArgumentError("token takes one credential or a pair of them");
  if (slots.some(({ appId }) => appId !== first.appId)) {
    throw new ArgumentError("the two credentials belong to different Apps");
  }
  let current = first;
  const refused = new Set<symbol>();
  const after = (deadId: symbol | undefined) => {
    if (deadId) refused.add(deadId);
    const next = slots.find(({ id }) => !refused.has(id));
    if (next) current = next;
    return next;
  };
  return {
    appId: first.appId,
    current: () => current,
    other: async (dead) => after(dead.id),
    hasOther: async (deadId) => after(deadId) !== undefined,
  };
}

async function unavailable(cause: unknown): Promise<never> {
  throw new TransportFailure("credential", "the token function failed", { cause });
}

/** Untyped functions may answer with anything. */
const isPromise = (answer: string | Promise<string>): answer is Promise<string> =>
  typeof Object(answer).then === "function";

function fromFunction(provide: () => string | Promise<string>): TokenSource {
  let token: string | undefined;
  let credential: AppCredential | undefined;
  const read = (answer: string): AppCredential => {
    if (answer === token && credential) return credential;
    const fresh = parseCredential(answer);
    if (credential && credential.appId !== fresh.appId) {
      throw new ArgumentError("the token function answered with a credential of another App");
    }
    token = answer;
    return (credential = fresh);
  };
  const current = () => {
    try {
      const answer = provide();
      return isPromise(answer) ? answer.then(read, unavailable) : read(answer);
    } catch (error) {
      return isAppsError(error) ? Promise.reject(error) : unavailable(error);
    }
  };
  return {
    get appId() {
      // A synchronous function is asked now; an asynchronous one must have answered before.
      const now = credential ?? current();
      if (now instanceof AppCredential) return now.appId;
      now.catch(() => undefined); // the next call meets the same failure and reports it
      throw new ArgumentError("appId is not known before the asynchronous token function has answered once");
    },
    current,
    async other(dead) {
      const now = await current();
      return now.equals(dead) ? undefined : now;
    },
    hasOther: async (deadId) => (await current()).id !== deadId,
  };
}
