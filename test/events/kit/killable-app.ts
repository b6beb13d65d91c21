// A small App in a process of its own, for tests that kill it. Says on standard output what it has handled.
import { writeSync } from "node:fs";
import { openEvents } from "../../../runtime/events/index.js";
import { createClient } from "../../../runtime/http/index.js";
import { fileStore } from "../../../runtime/store/index.js";

const { BASE_URL = "", TOKEN = "", FOLDER = "" } = process.env;
const say = (line: string) => void writeSync(1, `${line}\n`);

const stream = openEvents(createClient({ baseUrl: BASE_URL, token: TOKEN }), {
  intents: ["messages"],
  transport: "gateway",
  cursorStore: fileStore({ folder: FOLDER }),
  saveIntervalMs: 20,
  saveEveryEvents: 5,
  onDiagnostic: (notice) => {
    if (notice.type === "events.gap") say(`gap ${notice.reason}`);
    if (notice.type === "events.connected") say("events.connected");
    if (notice.type === "events.opened" || notice.type === "events.resumed") say(notice.type.replace("events.", ""));
  },
});

for await (const event of stream) {
  if (event.type !== "message_create") continue;
  // Half-way through its work when the axe falls: said only once it is done.
  await new Promise<void>((resolve) => setImmediate(resolve));
  say(`handled ${event.message.content}`);
}
