/**
 * The least that speaks HTTP: answers each request head with one fixed document. A server that does more would be most
 * of what is measured. A process of its own, so that its work is not counted.
 */
import { createServer } from "node:net";

const body = '{"app":{"publicId":"7100000000000000001","name":"Dice"}}';
const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
const answer = head + body;

const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    let requests = 0;
    for (let at = bytes.indexOf("\r\n\r\n"); at >= 0; at = bytes.indexOf("\r\n\r\n", at + 1)) requests += 1;
    socket.write(answer.repeat(requests));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.on("disconnect", () => process.exit(0));
