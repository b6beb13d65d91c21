import { createParser } from "eventsource-parser";
import type { Sandbox, WireAnswer } from "svc-apps/sandbox";

interface Interaction {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly command?: { readonly name: string };
    readonly component?: { readonly id: string; readonly values?: readonly string[] };
    readonly arguments?: readonly { readonly name: string; readonly value: unknown }[];
    readonly fields?: readonly { readonly id: string; readonly value: string }[];
  };
}

const city = { type: "string", name: "city", description: "Which one", required: true, autocomplete: true };
const sides = { type: "integer", name: "sides", description: "How many", required: true, minValue: 2, maxValue: 100 };

const commands = [
  { type: "chat", name: "roll", description: "Roll a die", options: [sides] },
  { type: "chat", name: "weather", description: "How it is there", options: [city] },
  { type: "chat", name: "whisper", description: "Tell only you" },
  { type: "chat", name: "poll", description: "Ask everybody" },
  { type: "chat", name: "slow", description: "Think for long" },
  { type: "chat", name: "no", description: "Refuse" },
  { type: "chat", name: "silence", description: "Never answer" },
  { type: "user", name: "greet", description: "Greet somebody" },
  { type: "message", name: "quote", description: "Quote a message" },
];

const form = {
  id: "draft",
  title: "A new poll",
  fields: [
    { type: "text", id: "question", label: "Question", required: true, maxLength: 100 },
    { type: "paragraph", id: "choices", label: "Choices" },
  ],
};

/** Asks the platform as the App: `ask(sandbox, "GET /api/apps/me")`. */
export async function ask(sandbox: Sandbox, what: string, body?: object): Promise<WireAnswer> {
  const [method = "", url = ""] = what.split(" ");
  const headers = { ...wireHeaders(sandbox), ...(body === undefined ? {} : { "content-type": "application/json" }) };
  return sandbox.request({ method, url, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

const wireHeaders = ({ defaults }: Sandbox) => ({
  authorization: `Bearer ${defaults.token}`,
  "x-svc-api-version": "1",
});

/** A bot that answers in every way there is, in nobody's library: it speaks the wire itself. */
export class Bot {
  readonly #sandbox: Sandbox;
  #close: () => void = () => undefined;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** Registers its commands. */
  async register(): Promise<void> {
    for (const command of commands) await ask(this.#sandbox, "POST /api/apps/me/comandos", { command });
  }

  /** Opens its stream and answers from then on. */
  async start(): Promise<void> {
    const url = "/api/apps/eventos?intents=messages,interactions";
    const stream = await this.#sandbox.openStream({ method: "GET", url, headers: wireHeaders(this.#sandbox) });
    this.#close = () => stream.close();
    void this.#read(stream.body);
  }

  stop(): void {
    this.#close();
  }

  async #read(body: AsyncIterable<Uint8Array>): Promise<void> {
    const parser = createParser({
      onEvent: ({ data }) => {
        const event = JSON.parse(data) as { readonly interaction?: Interaction };
        if (event.interaction !== undefined) void this.#answer(event.interaction);
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // The line broke, by order of a test.
    }
  }

  async #answer({ id, type, data }: Interaction): Promise<void> {
    const to = `POST /api/interacoes/${id}`;
    const confirm = async (body: object) => ask(this.#sandbox, `${to}/confirmar`, body);
    const reply = async (content: string) => confirm({ type: "reply", content });
    // Only a later answer is known to carry what is private, or components.
    const later = async (content: string, more: object) => {
      await confirm({ type: "defer" });
      return ask(this.#sandbox, `${to}/resposta`, { content, ...more });
    };
    if (type === "autocomplete")
      return void (await confirm({
        type: "suggest",
        choices: ["Lisboa", "Luanda"].map((name) => ({ name, value: name })),
      }));
    if (type === "form") {
      const question = data.fields?.find((field) => field.id === "question")?.value ?? "";
      const components = [
        { type: "button", id: "vote:yes", label: "Yes" },
        { type: "select", id: "vote:many", placeholder: "Or choose", options: [{ label: "Maybe", value: "maybe" }] },
      ];
      return void (await later(question, { components }));
    }
    if (type === "component") {
      const { id: pressed, values = [] } = data.component ?? { id: "" };
      return void (await later(`You chose ${[pressed, ...values].join(" ")}`, { private: true }));
    }
    if (type === "command_on_user") return void (await reply("Good day to you"));
    if (type === "command_on_message") return void (await reply("As was said before"));
    switch (data.command?.name) {
      case "roll":
        return void (await reply(`You rolled 4 of ${String(data.arguments?.[0]?.value)}`));
      case "weather":
        return void (await reply(`Sunny in ${String(data.arguments?.[0]?.value)}`));
      case "whisper":
        return void (await later("Between us", {
          private: true,
          components: [{ type: "button", id: "psst", label: "Psst" }],
        }));
      case "poll":
        return void (await confirm({ type: "modal", ...form, modal: form }));
      case "slow":
        return void (await confirm({ type: "defer" }));
      case "no":
        return void (await confirm({ type: "decline" }));
      default:
    }
  }
}
