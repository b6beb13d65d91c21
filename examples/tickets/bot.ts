import { App, button, chatCommand, modal, sessions } from "svc-apps";
import type { KeyValue } from "svc-apps/stores";

export const ticket = chatCommand({
  name: "ticket",
  description: "Ask for help",
});

export const request = modal({
  id: "request",
  title: "What is it about?",
  fields: [
    { type: "text", id: "subject", label: "Subject", required: true },
    { type: "paragraph", id: "details", label: "Details", required: true },
  ],
});

export const reason = modal({
  id: "reason",
  title: "Close the ticket",
  fields: [{ type: "text", id: "why", label: "How was it solved?" }],
});

export const take = button({ id: "take" });
export const close = button({ id: "close" });

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;
const DAY_MS = 86_400_000;

/**
 * Tickets that somebody takes and closes, each a conversation that goes on
 * after a restart; and how many each person has opened.
 */
export function ticketsApp(store: KeyValue): App {
  const app = new App({
    baseUrl,
    token,
    syncCommands: true,
    conversations: { store },
  });
  const counted = app.use(sessions({ store, initial: () => ({ opened: 0 }) }));

  counted.command(ticket, async ({ ask, session }) => {
    const filled = await ask(request);
    await session.update((data) => void (data.opened += 1));
    const { subject, details } = filled.values;
    await filled.reply({
      content: `${subject} (number ${session.opened} of theirs)\n${details}`,
      components: [take.of({ label: "Take it" })],
    });
    const anyone = { by: "anyone", timeoutMs: DAY_MS } as const;
    const taken = await filled.waitFor(take, anyone);
    await taken.reply({
      content: `${taken.userId} is on it.`,
      components: [close.of({ label: "Close" })],
    });
    const closing = await taken.waitFor(close, anyone);
    const closed = await closing.ask(reason);
    await closed.reply(`Closed: ${closed.values.why ?? "solved"}.`);
  });
  return app;
}
