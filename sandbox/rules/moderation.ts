/** Remarks that the platform adds to messages it stores all the same. */
export class Moderation {
  readonly #remarks = new Map<string, string>();

  /** From now on a message that contains `text` is stored with this remark. */
  warnAbout(text: string, remark: string): void {
    this.#remarks.set(text, remark);
  }

  /** The remark for a text, if it earns one. */
  warningFor(content: string): string | undefined {
    for (const [text, remark] of this.#remarks) if (content.includes(text)) return remark;
    return undefined;
  }
}
