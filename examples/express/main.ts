import { app, server } from "./server.js";

await app.start(); // registers the command; no stream is opened
server.listen(Number(process.env["PORT"] ?? "8080"));
