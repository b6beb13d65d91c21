import { readFile } from "node:fs/promises";
import { App } from "svc-apps";

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN_FILE: tokenFile = "token" } =
  process.env;

/**
 * Takes its credential from a file, again at every request. To rotate without
 * missing an event: issue the second credential, write it into the file, and
 * revoke the first. The stream that the first one opened then ends, and the App
 * resumes it with the second.
 */
export const app = new App({
  baseUrl,
  token: async () => (await readFile(tokenFile, "utf8")).trim(),
});

app.on("message_create", ({ message }) => console.log(message.content));
