import type { AddressInfo } from "node:net";
import { app, server } from "./server.js";

await app.start(); // registers the command; no stream is opened
const listening = server.listen(
  Number(process.env["PORT"] ?? "8080"),
  (error) => {
    if (error) throw error; // such as a port that is taken
    // It listens on a port, not on a pipe.
    const { port } = listening.address() as AddressInfo;
    console.log(`Listening on http://localhost:${port}/interactions`);
  },
);
