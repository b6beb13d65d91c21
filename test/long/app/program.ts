/** The App that random kills are played with, in a process of its own over files. Says when it has started. */
import { silentLogger } from "svc-apps";
import { fileStore } from "svc-apps/stores";
import { ordering } from "../../app/kit/killable.js";

const { BASE_URL: baseUrl, TOKEN: token, FOLDER: folder = "" } = process.env;
const store = fileStore({ folder });
const app = ordering({ baseUrl, token, logger: silentLogger, syncCommands: true, conversations: { store } }, store);
await app.start();
process.stdout.write("started\n");
