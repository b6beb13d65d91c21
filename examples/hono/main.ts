import { serve } from "@hono/node-server";
import { app, server } from "./server.js";

await app.start(); // registers the command; no stream is opened
serve(
  { fetch: server.fetch, port: Number(process.env["PORT"] ?? "8080") },
  ({ port }) =>
    console.log(`Listening on http://localhost:${port}/interactions`),
);
