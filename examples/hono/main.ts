import { serve } from "@hono/node-server";
import { server } from "./server.js";

serve({ fetch: server.fetch, port: Number(process.env["PORT"] ?? "8080") }, ({ port }) =>
  console.log(`Listening on http://localhost:${port}/interactions`),
);
