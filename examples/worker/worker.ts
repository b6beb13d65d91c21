import { App, chatCommand } from "svc-apps";

export const hello = chatCommand({ name: "hello", description: "Say hello" });

/** What the worker is configured with. */
export interface Environment {
  readonly SVC_BASE_URL: string;
  readonly SVC_APP_TOKEN: string;
}

function appFor({
  SVC_BASE_URL: baseUrl,
  SVC_APP_TOKEN: token,
}: Environment): App {
  const app = new App({ baseUrl, token, events: false });
  return app.command(hello, async (interaction) =>
    interaction.reply("Hello from a worker."),
  );
}

let app: App | undefined;

/**
 * A worker gets its configuration with the first request, so the App is made
 * then, and kept.
 */
export default {
  async fetch(
    request: Request,
    environment: Environment,
    context: unknown,
  ): Promise<Response> {
    app ??= appFor(environment);
    return app.fetch(request, environment, context);
  },
};
