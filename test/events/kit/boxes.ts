import { type FakeService, json } from "./fake-service.js";

const families: Readonly<Record<string, string>> = {
  message_create: "messages",
  reaction_update: "messages",
  interaction_create: "interactions",
};

interface Box {
  readonly id: string;
  readonly intents: readonly string[];
  events: { readonly at: number; readonly event: { readonly type: string } }[];
  made: number;
}

/** Mailboxes of a fake service, each with the events of its own families since its opening. */
export class Boxes {
  readonly closed: string[] = [];
  readonly opened: string[] = [];
  /** Answers the next openings instead of the service. */
  readonly refusals: number[] = [];
  /** Called with each read, before it is answered. */
  onRead: ((id: string) => void) | undefined;
  readonly #boxes = new Map<string, Box>();

  constructor(service: FakeService) {
    service.onCall = (request) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith("/eventos")) return json({ app: { publicId: "7100000000000000001", name: "app" } });
      const id = url.searchParams.get("mailbox");
      if (request.method === "DELETE") return this.#close(id ?? "");
      if (id === null) return this.#open((url.searchParams.get("intents") ?? "").split(","));
      return this.#read(id, Number(url.searchParams.get("since")));
    };
  }

  put(...events: { readonly type: string }[]): void {
    for (const event of events) {
      for (const box of this.#boxes.values()) {
        if (box.intents.includes(families[event.type] ?? "")) box.events.push({ at: (box.made += 1), event });
      }
    }
  }

  expire(id: string): void {
    this.#boxes.delete(id);
  }

  #open(intents: readonly string[]) {
    const status = this.refusals.shift();
    if (status !== undefined) return json({}, status);
    const id = `mb-${this.opened.length + 1}`;
    this.opened.push(id);
    this.#boxes.set(id, { id, intents, events: [], made: 0 });
    return json({ mailbox: id, events: [], next: "0", intents });
  }

  #close(id: string) {
    this.closed.push(id);
    this.#boxes.delete(id);
    return { status: 204, headers: {}, body: "" };
  }

  #read(id: string, since: number) {
    this.onRead?.(id);
    const box = this.#boxes.get(id);
    if (box === undefined) return json({ code: "MAILBOX_EXPIRED" }, 409);
    box.events = box.events.filter(({ at }) => at > since);
    return json({ events: box.events.map(({ event }) => event), next: String(box.made) });
  }
}
