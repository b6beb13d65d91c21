import type { MessageRecord, Person } from "../../sandbox/index.js";
import { unmarkedIn } from "./components.js";

/** A message as a test sees it. */
export interface SeenMessage {
  readonly id: string;
  readonly content: string;
  /** Whether an App wrote it. */
  readonly byApp: boolean;
  readonly components?: readonly unknown[];
}

/** A channel as somebody sees it who may see everything. */
export class TestChannel {
  readonly id: string;
  readonly #reader: Person;

  constructor(reader: Person, id: string) {
    this.id = id;
    this.#reader = reader;
  }

  /** The newest page, oldest message first. */
  get messages(): readonly SeenMessage[] {
    return this.#reader.read(this.id).map(seen);
  }

  /** The components of a message with the marks of their conversations on them; undefined where it is not there. */
  sentWith(messageId: string): SeenMessage | undefined {
    const message = this.#reader.read(this.id).find(({ id }) => id === messageId);
    return message && { ...seen(message), components: message.components ?? [] };
  }

  /** The newest message. */
  get last(): SeenMessage | undefined {
    return this.messages.at(-1);
  }
}

function seen({ id, content, author, components }: MessageRecord): SeenMessage {
  const shown = components?.map(unmarkedIn);
  return { id, content, byApp: author.kind === "app", ...(shown === undefined ? {} : { components: shown }) };
}
