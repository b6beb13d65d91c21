import { Credential, parseCredential } from "./credential.js";
import { ArgumentError, isAppsError } from "./errors/index.js";
import { TransportFailure } from "./transport/failure.js";

/**
 * Where the credential comes from: one token, the two live ones during a rotation (the first is used until the service
 * refuses it), or a function that is asked at every request and may answer differently each time.
 */
export type TokenOption = string | readonly [string, string] | (() => string | Promise<string>);

/** Hands out the credential to use now. */
export interface TokenSource {
  /** The Application ID. Throws while an asynchronous token function has not answered yet. */
  readonly appId: string;
  current(): Credential | Promise<Credential>;
  /** After `refused` was refused by code: the credential to go on with, or undefined when there is no other. */
  other(refused: Credential): Promise<Credential | undefined>;
  /** The same question about a credential known by its id only. */
  hasOther(refusedId: symbol | undefined): Promise<boolean>;
}

/** Makes a source from the option; tokens given outright are checked at once. */
export function tokenSource(option: TokenOption): TokenSource {
  if (typeof option === "function") return fromFunction(option);
  if (Array.isArray(option)) return fromPair(option.map(parseCredential));
  // Array.isArray does not narrow readonly tuples away; whatever is left is checked by the parser.
  return fromPair([parseCredential(option)]);
}

function fromPair(slots: readonly Credential[]): TokenSource {
  const [first] = slots;
  if (!first || slots.length > 2) throw new ArgumentError("token takes one credential or a pair of them");
  if (slots.some(({ appId }) => appId !== first.appId)) {
    throw new ArgumentError("the two credentials belong to different Apps; a client acts for one");
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

function fromFunction(provide: () => string | Promise<string>): TokenSource {
  let token: string | undefined;
  let credential: Credential | undefined;
  const read = (answer: string): Credential => {
    if (answer === token && credential) return credential;
    const fresh = parseCredential(answer);
    if (credential && credential.appId !== fresh.appId) {
      throw new ArgumentError("the token function answered with a credential of another App; a client acts for one");
    }
    token = answer;
    return (credential = fresh);
  };
  const current = () => {
    try {
      const answer = provide();
      return typeof answer === "object" ? answer.then(read, unavailable) : read(answer);
    } catch (error) {
      return isAppsError(error) ? Promise.reject(error) : unavailable(error);
    }
  };
  return {
    get appId() {
      // A synchronous function is simply asked; an asynchronous one has to have answered before.
      const now = credential ?? current();
      if (now instanceof Credential) return now.appId;
      now.catch(() => undefined); // the next call will meet the same failure, and report it
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
