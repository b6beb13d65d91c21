import { createParser, type EventSourceMessage } from "eventsource-parser";
import { Agent, EventSource, type Dispatcher } from "undici";
import { expect, test, vi } from "vitest";
import { headersOf, start, type VirtualSandbox } from "./support.js";

/** What a client made of the stream: the id and the JSON of each event. */
interface Heard {
  readonly events: { readonly id: string | undefined; readonly data: unknown }[];
  readonly close: () => void;
}

const url = (sandbox: VirtualSandbox): string => `${sandbox.baseUrl}/api/apps/eventos?intents=messages`;

/** Waits, in real time, until something that comes over a socket is there. */
const until = async (isThere: () => boolean): Promise<boolean> =>
  vi.waitUntil(isThere, { timeout: 20_000, interval: 5 });

/** eventsource-parser over fetch. */
async function byParser(sandbox: VirtualSandbox): Promise<Heard> {
  const abort = new AbortController();
  const response = await fetch(url(sandbox), { headers: headersOf(sandbox.defaults.token), signal: abort.signal });
  const events: Heard["events"] = [];
  const onEvent = ({ id, data }: EventSourceMessage): void =>
    void events.push({ id, data: JSON.parse(data) as unknown });
  const parser = createParser({ onEvent });
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  })().catch(() => undefined);
  return { events, close: () => abort.abort() };
}

/** undici's EventSource, which follows the standard to the letter and adds headers by a dispatcher. */
function byEventSource(sandbox: VirtualSandbox): Promise<Heard> {
  const added = headersOf(sandbox.defaults.token);
  const withHeaders =
    (dispatch: Dispatcher["dispatch"]): Dispatcher["dispatch"] =>
    (options, handler) =>
      dispatch({ ...options, headers: { ...(options.headers as Record<string, string>), ...added } }, handler);
  const source = new EventSource(url(sandbox), { node: { dispatcher: new Agent().compose(withHeaders) } });
  const events: Heard["events"] = [];
  source.addEventListener("message", ({ data, lastEventId }) =>
    events.push({ id: lastEventId, data: JSON.parse(String(data)) as unknown }),
  );
  return Promise.resolve({ events, close: () => source.close() });
}

test.each([
  ["eventsource-parser", byParser],
  ["undici's EventSource", byEventSource],
] as const)(
  "SBX-03 %s reads the stream: ids, events with any text in them, heartbeats passed over",
  async (_name, open) => {
    const sandbox = await start({ port: 0 });
    const { person, channelId } = sandbox.defaults;
    const heard = await open(sandbox);
    await until(() => heard.events.length === 1);
    const texts = [
      "plain",
      "line\nbreak\r\nand\rmore",
      "data: id: 9\n\n",
      "é 😀 \u2028 \0",
      ": comment",
      "x".repeat(200_000),
    ];
    for (const text of texts) {
      person.post(channelId, text);
      await sandbox.clock.advance(25_000);
    }
    await until(() => heard.events.length === texts.length + 1);
    const [opened, ...messages] = heard.events;
    expect(opened?.data).toMatchObject({ type: "connection_open" });
    expect(
      messages.map(({ data }) => (data as { readonly message: { readonly content: string } }).message.content),
    ).toEqual(texts);
    expect(messages.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5", "6"]);
    heard.close();
  },
);
