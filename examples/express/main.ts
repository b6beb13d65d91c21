import { server } from "./server.js";

server.listen(Number(process.env["PORT"] ?? "8080"));
