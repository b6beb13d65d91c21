import type { Json } from "../world/records.js";
import type { FeedEntry } from "./feed.js";
import { Mailbox } from "./mailbox.js";
import type { HubContext, Subscriber } from "./types.js";

/** How many mailboxes that are gone are still recognized. */
const rememberedMailboxes = 1000;

/** The open mailboxes, and the names of those that are gone. */
export class Mailboxes {
  readonly #context: HubContext;
  readonly #open = new Map<string, Mailbox>();
  readonly #gone = new Map<string, string>();

  constructor(context: HubContext) {
    this.#context = context;
  }

  list(): readonly Mailbox[] {
    return [...this.#open.values()];
  }

  get(id: string): Mailbox | undefined {
    return this.#open.get(id);
  }

  /** Opens one that starts after `sequence`. */
  open(subscriber: Subscriber, sequence: number): Mailbox {
    const { clock, log, settings, world } = this.#context;
    const mailbox = new Mailbox({
      ...subscriber,
      id: `mb-${world.uuid("mailbox")}`,
      openedAtMs: clock.now(),
      sequence,
      forgetsAtRead: settings.readings.mailboxReread === "empty",
    });
    this.#open.set(mailbox.id, mailbox);
    this.#watchIdle(mailbox);
    const { appId } = subscriber;
    log.add("mailbox", `App ${appId} opened a mailbox`, { appId, mailboxId: mailbox.id });
    return mailbox;
  }

  #watchIdle(mailbox: Mailbox): void {
    const { clock } = this.#context;
    clock.schedule(() => {
      if (mailbox.state !== "open") return;
      if (mailbox.idleLeftMs(clock.now()) <= 0) this.close(mailbox.id, "expired");
      else this.#watchIdle(mailbox);
    }, mailbox.idleLeftMs(clock.now()));
  }

  /** Puts an event into one; an overflow ends it. */
  append(mailbox: Mailbox, entry: FeedEntry): void {
    mailbox.append(entry);
    if (mailbox.state === "lost") this.close(mailbox.id, "lost");
  }

  /** Ends one and frees its slot. */
  close(id: string, state: "expired" | "lost" | "closed"): void {
    const mailbox = this.#open.get(id);
    if (mailbox === undefined) return;
    mailbox.close(state);
    this.#open.delete(id);
    this.#gone.set(id, mailbox.appId);
    const [oldest] = this.#gone.keys();
    if (this.#gone.size > rememberedMailboxes && oldest !== undefined) this.#gone.delete(oldest);
    const { appId } = mailbox;
    this.#context.log.add("mailbox", `mailbox of App ${appId}: ${state}`, { appId, mailboxId: id, state });
  }

  /** Whether this mailbox is gone and was that App's. */
  wasOf(appId: string, id: string): boolean {
    return this.#gone.get(id) === appId;
  }

  /** What a mailbox holds from the start: nothing, or, where such events appear in mailboxes, its opening. */
  openingEvents(mailbox: Mailbox): readonly Json[] {
    const { readings } = this.#context.settings;
    if (readings.mailboxControlEvents === "absent") return [];
    return [{ type: "connection_open", connectionId: mailbox.id, version: readings.apiVersion }];
  }
}
