import { type FakeService, json } from "./fake-service.js";

/** The mailbox side of a fake service: holds events, and gives them out again as long as they are asked for. */
export class FakeBox {
  readonly service: FakeService;
  /** Answers the next reads instead of the mailbox. */
  readonly replies: ((since: string) => ReturnType<FakeService["onCall"]>)[] = [];
  events: { readonly at: number; readonly event: unknown }[] = [];
  opened = 0;
  closed: string[] = [];
  /** Whether reading from one position again gives the same events again. */
  repeats = true;
  /** Most events that one answer holds. */
  pageSize = Infinity;
  #made = 0;

  constructor(service: FakeService) {
    this.service = service;
    service.onCall = (request) => {
      const url = new URL(request.url);
      if (!url.pathname.endsWith("/eventos")) return json({ app: { publicId: "7100000000000000001", name: "app" } });
      const id = url.searchParams.get("mailbox");
      if (request.method === "DELETE") {
        this.closed.push(id ?? "");
        return { status: 204, headers: {}, body: "" };
      }
      return id === null ? this.#open() : this.#read(url.searchParams.get("since") ?? "");
    };
  }

  get mailboxId(): string {
    return `mb-${this.opened}`;
  }

  put(...events: unknown[]): void {
    for (const event of events) this.events.push({ at: (this.#made += 1), event });
  }

  #open() {
    this.opened += 1;
    const events = this.events.splice(0).map(({ event }) => event);
    return json({ mailbox: this.mailboxId, events, next: String(this.#made), intents: ["messages"] });
  }

  #read(since: string) {
    const reply = this.replies.shift();
    if (reply !== undefined) return reply(since);
    this.events = this.events.filter(({ at }) => at > Number(since));
    const page = this.events.slice(0, this.pageSize);
    const isWhole = page.length === this.events.length;
    const next = String(isWhole ? this.#made : page.at(-1)?.at);
    if (!this.repeats) this.events = this.events.slice(page.length);
    return json({ events: page.map(({ event }) => event), next });
  }

  /** Positions that were asked for, in order. */
  get asked(): string[] {
    return this.service.mailboxCalls("read").map(({ url }) => new URL(url).searchParams.get("since") ?? "");
  }
}
