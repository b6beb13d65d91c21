/** `text` without the secret, in any of the spellings in which an answer or an error could echo it. */
export const redacted = (text: string, secret: string): string =>
  [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].reduce(
    (clean, spelling) => clean.replaceAll(spelling, "***"),
    text,
  );
