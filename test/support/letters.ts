import { type DeadLetter, deadLetters } from "svc-apps/events";
import type { KeyValue } from "svc-apps/stores";

/** All dead letters of a store. */
export async function lettersIn<E>(store: KeyValue): Promise<readonly DeadLetter<E>[]> {
  const letters: DeadLetter<E>[] = [];
  for await (const letter of deadLetters<E>(store).list()) letters.push(letter);
  return letters;
}
