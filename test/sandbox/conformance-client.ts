import { createParser } from "eventsource-parser";
import type { Sandbox, VirtualClock } from "svc-apps/sandbox";

/** Ways in which the small client of these tests can be made to misbehave. */
export interface Vices {
  readonly tokenInQuery?: boolean;
  readonly noVersion?: boolean;
  readonly cookies?: boolean;
  readonly forgetsLastId?: boolean;
  readonly neverComesBack?: boolean;
  readonly comesBackRevoked?: boolean;
  readonly ignoresWaits?: boolean;
  readonly freshClientRefs?: boolean;
  readonly noClientRefs?: boolean;
  readonly confirmsTwice?: boolean;
  readonly confirmsLate?: boolean;
  readonly neverConfirms?: boolean;
  readonly repliesToTyping?: boolean;
  readonly diesOfTheUnknown?: boolean;
  readonly neverEnds?: boolean;
  readonly leavesMailbox?: boolean;
  readonly comesBackLate?: boolean;
  readonly givesUpAtRestart?: boolean;
  readonly givesUpAtUnknownCode?: boolean;
  readonly givesUpWhenRefused?: boolean;
}

/** What the small client does that no rule asks of it and none forbids. */
export interface Habits {
  /** Families it asks for. Default: messages and interactions. */
  readonly intents?: string;
  /** Texts that it writes back for each greeting. Default: one. */
  readonly answers?: readonly string[];
  /** Writes by itself, for no event, once a second. */
  readonly ticks?: boolean;
  /** Follows a broken line with a mailbox instead of a stream. */
  readonly fallsBack?: boolean;
}

interface Interaction {
  readonly id: string;
  readonly type: string;
  readonly expiresInMs: number;
}

interface WireEvent {
  readonly type: string;
  readonly message?: { readonly content: string };
  readonly interaction?: Interaction;
  readonly reconnect?: boolean;
  readonly code?: string;
}

const known = new Set([
  "connection_open",
  "connection_resume",
  "connection_close",
  "message_create",
  "interaction_create",
]);

/** A client of a page, in nobody's library, that does what the rules say except for its vices. */
export class SmallClient {
  done = false;
  readonly #sandbox: Sandbox<VirtualClock>;
  readonly #vices: Vices;
  readonly #habits: Habits;
  readonly #token: string;
  readonly #place: string;
  #lastId: string | undefined;
  #stopped = false;
  #sent = 0;
  #close: () => void = () => undefined;

  constructor(sandbox: Sandbox<VirtualClock>, vices: Vices, habits: Habits = {}) {
    this.#sandbox = sandbox;
    this.#habits = habits;
    this.#vices = vices;
    const { token, serverId, channelId } = sandbox.defaults;
    this.#token = token;
    this.#place = `/api/servidores/${serverId}/canais/${channelId}/mensagens`;
  }

  stop(): void {
    if (this.#vices.neverEnds === true) return;
    this.#stopped = true;
    this.#close();
  }

  async run(): Promise<void> {
    const options = [{ type: "string", name: "city", description: "", autocomplete: true }];
    await this.#ask("POST", "/api/apps/me/comandos", {
      command: { type: "chat", name: "go", description: "", options },
    });
    if (this.#habits.ticks === true) void this.#tick();
    while (!this.#stopped) {
      const waitMs = await this.#listen().catch(() => 500);
      if (waitMs === undefined) break;
      await this.#sleep(this.#vices.comesBackLate === true ? 40_000 : waitMs);
    }
    this.done = this.#vices.neverEnds !== true;
  }

  async #tick(): Promise<void> {
    while (!this.#stopped) {
      await this.#sleep(400);
      if ((await this.#ask("POST", this.#place, { content: "tick" })) === 401) return;
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#sandbox.clock.schedule(resolve, ms));
  }

  #headers(): Record<string, string> {
    const { noVersion, cookies } = this.#vices;
    return {
      authorization: `Bearer ${this.#token}`,
      ...(noVersion === true ? {} : { "x-svc-api-version": "1" }),
      ...(cookies === true ? { cookie: "session=1" } : {}),
    };
  }

  async #ask(method: string, path: string, body: object): Promise<number> {
    const query = this.#vices.tokenInQuery === true ? `?token=${this.#token}` : "";
    const headers = { ...this.#headers(), "content-type": "application/json" };
    const { status, headers: answer } = await this.#sandbox.request({
      method,
      url: path + query,
      headers,
      body: JSON.stringify(body),
    });
    if (status !== 429 && status < 500) return status;
    await this.#sleep(this.#vices.ignoresWaits === true ? 10 : Number(answer["retry-after"] ?? 1) * 1000);
    return this.#ask(
      method,
      path,
      this.#vices.freshClientRefs === true && "clientRef" in body ? { ...body, clientRef: `r${this.#sent++}` } : body,
    );
  }

  /** Reads one stream to its end; gives how long to wait before the next one, or nothing to stop. */
  async #listen(): Promise<number | undefined> {
    const resume =
      this.#lastId === undefined || this.#vices.forgetsLastId === true ? {} : { "last-event-id": this.#lastId };
    const stream = await this.#sandbox.openStream({
      method: "GET",
      url: `/api/apps/eventos?intents=${this.#habits.intents ?? "messages,interactions"}`,
      headers: { ...this.#headers(), ...resume },
    });
    if (stream.status === 401 && this.#vices.comesBackRevoked !== true) return undefined;
    if (stream.status === 429 && this.#vices.givesUpWhenRefused === true) return undefined;
    if (stream.status !== 200)
      return this.#vices.ignoresWaits === true ? 10 : Number(stream.headers["retry-after"] ?? 1) * 1000;
    this.#close = () => stream.close();
    let over = false;
    const parser = createParser({
      onEvent: ({ id, data }) => {
        this.#lastId = id ?? this.#lastId;
        const event = JSON.parse(data) as WireEvent;
        if (event.type === "connection_close" && event.reconnect === false && event.code === "CREDENTIAL_REVOKED")
          over = true;
        if (event.code === "SERVER_RESTARTING" && this.#vices.givesUpAtRestart === true) over = true;
        if (event.code === "UNHEARD_OF" && this.#vices.givesUpAtUnknownCode === true) over = true;
        void this.#handle(event);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of stream.body) parser.feed(decoder.decode(chunk, { stream: true }));
    if (this.#vices.neverComesBack === true) return undefined;
    if (this.#habits.fallsBack === true && !over) return this.#poll();
    return over && this.#vices.comesBackRevoked !== true ? undefined : 100;
  }

  /** Reads a mailbox until it is told to stop, and gives its slot back. */
  async #poll(): Promise<undefined> {
    const path = "/api/apps/eventos?format=json";
    const read = async (method: string, url: string): Promise<{ readonly status: number; readonly body: string }> =>
      this.#sandbox.request({ method, url, headers: this.#headers() });
    const opened = await read("GET", `${path}&intents=${this.#habits.intents ?? "messages,interactions"}`);
    if (opened.status !== 200) return undefined;
    // What the platform answers when it opens a mailbox.
    const { mailbox, ...first } = JSON.parse(opened.body) as { mailbox: string; next: string; events: WireEvent[] };
    let { next, events } = first;
    while (!this.#stopped) {
      for (const event of events) void this.#handle(event);
      await this.#sleep(1000);
      const answer = await read("GET", `${path}&mailbox=${mailbox}&since=${next}`);
      if (answer.status !== 200) return undefined;
      ({ next, events } = JSON.parse(answer.body) as { next: string; events: WireEvent[] });
    }
    if (this.#vices.leavesMailbox !== true) await read("DELETE", `/api/apps/eventos?mailbox=${mailbox}`);
    return undefined;
  }

  async #handle({ type, message, interaction }: WireEvent): Promise<void> {
    if (!known.has(type) && this.#vices.diesOfTheUnknown === true) this.#close();
    if (message !== undefined && /^(hello|and once)/.test(message.content)) {
      const write = async (content: string): Promise<number> => {
        const clientRef = this.#vices.noClientRefs === true ? {} : { clientRef: `r${this.#sent++}` };
        return this.#ask("POST", this.#place, { content, ...clientRef });
      };
      await Promise.all((this.#habits.answers ?? ["I am here"]).map(write));
    }
    if (interaction !== undefined) await this.#confirm(interaction);
  }

  async #confirm({ id, type, expiresInMs }: Interaction): Promise<void> {
    const { neverConfirms, confirmsLate, confirmsTwice, repliesToTyping } = this.#vices;
    if (neverConfirms === true || (expiresInMs <= 0 && confirmsLate !== true)) return;
    const typing = type === "autocomplete" && repliesToTyping !== true;
    const body = typing ? { type: "suggest", choices: [] } : { type: "reply", content: "done" };
    for (let time = confirmsTwice === true ? 2 : 1; time > 0; time--)
      await this.#ask("POST", `/api/interacoes/${id}/confirmar`, body);
  }
}
