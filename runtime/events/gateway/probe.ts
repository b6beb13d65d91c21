import type { StreamAnswer } from "../../abi/index.js";
import type { Session } from "../stream/session.js";
import { waitFor } from "../wait.js";
import { openConnection, type OpenConnection } from "./connection.js";

/**
 * Opens the stream beside the mailbox and waits for its first bytes: the connection, with nothing of it lost, when they
 * come in time. A stream that stays silent, or does not open, is closed again.
 */
export async function probeStream(session: Session, signal: AbortSignal): Promise<OpenConnection | undefined> {
  const { clock, options } = session;
  const opened = await openConnection(session, { signal, lastEventId: undefined });
  if (opened === undefined || !("answer" in opened)) return undefined;
  const { answer } = opened;
  const iterator = answer.body[Symbol.asyncIterator]();
  let first: Uint8Array | undefined;
  const arrived = iterator.next().then(
    (step) => {
      if (step.done !== true && step.value.length > 0) first = step.value;
    },
    () => undefined,
  );
  await waitFor(clock, options.assumptions.firstByteMs, signal, arrived);
  if (first === undefined || signal.aborted) {
    answer.close();
    return undefined;
  }
  return { ...opened, answer: withFirst(answer, first, iterator) };
}

/** The same answer, with the chunk already read put back in front. */
function withFirst(answer: StreamAnswer, first: Uint8Array, rest: AsyncIterator<Uint8Array>): StreamAnswer {
  let given = false;
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    if (given) return rest.next();
    given = true;
    return Promise.resolve({ done: false, value: first });
  };
  return {
    status: answer.status,
    headers: answer.headers,
    body: { [Symbol.asyncIterator]: () => ({ next }) },
    close: () => answer.close(),
  };
}
