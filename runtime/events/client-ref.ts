/**
 * The `clientRef`s of one event, in order of use: a text made of what identifies the event and of how many were asked
 * for before. A redelivered event asks for the same ones in the same order, so writing in reaction to it twice stores
 * one message. Plain ASCII; nothing of it is secret.
 *
 * @param identity same for every delivery of the event, different for every other event
 * @param scope tells independent users of one event apart, for example two handlers. Default: none.
 * @see MSG-13 of the rules
 */
export function clientRefs(identity: string, scope?: string): () => string {
  const stem = ascii(scope === undefined ? identity : `${identity}~${scope}`);
  let ordinal = 0;
  return () => {
    ordinal += 1;
    return `${stem}.${ordinal}`;
  };
}

/** Ids are opaque: whatever is not plain in them is spelled out. Half a character cannot be, and is replaced. */
const ascii = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
