import type { Caller, Clock, Operation, StreamAnswer, StreamOptions } from "../abi/index.js";
import type { Assumptions } from "../../generated/types.js";

/** What events need of a client. Every client of this package fits; so does anything else of this shape. */
export interface EventsClient extends Caller {
  /** May throw while an asynchronous token function has not answered yet. */
  readonly appId: string;
  /** Value of the API version header that its requests carry. */
  readonly apiVersion: string;
  readonly clock: Clock;
  /** Chance, from 0 (included) to 1. */
  readonly random: () => number;
  readonly assumptions: EventsAssumptions;
  /**
   * Opens the stream with the credential and the version header of that moment. Rejects on any status but 2xx; what
   * the content type is, is left to the caller.
   */
  openStream(
    operation: Operation,
    params: object,
    options?: StreamOptions,
  ): Promise<StreamAnswer & { readonly credentialId: symbol | undefined }>;
  /** Whether there is another credential to go on with than the one that opened a stream. May ask a token function. */
  credentialChanged(credentialId: symbol | undefined, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
}

/** The assumptions that events rest on. */
export type EventsAssumptions = Pick<
  Assumptions,
  "frameBytes" | "silenceMs" | "firstByteMs" | "unknownCloseCode" | "mailboxOverflow" | "mailboxExpiryClock"
>;
