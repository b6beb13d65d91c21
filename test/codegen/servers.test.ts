import { expect, test } from "vitest";
import { modelOf } from "./support/describe.js";

test("servers of a path or an operation that are not those of the document are warned of", async () => {
  const server = (name: string): object => ({ servers: [{ url: `https://${name}.example` }] });
  const get = (operationId: string, rest: object = {}): object => ({ get: { operationId, responses: {}, ...rest } });
  const paths = {
    "/same": { ...server("api"), ...get("same") },
    "/own": get("own", server("upload")),
    "/path": { ...server("files"), ...get("inner", server("api")) },
    "/other": { ...server("files"), ...get("other") },
  };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, ...server("api"), paths };
  const { problems } = await modelOf({ "openapi.yaml": document });
  const said = "these servers are not read: operations are sent to those of the document";
  expect(problems.all.map(({ severity, message, origin }) => [severity, message, origin.pointer])).toEqual([
    ["warning", said, "/paths/~1other/servers"],
    ["warning", said, "/paths/~1own/get/servers"],
  ]);
});

test("a variable that is a whole host or its domain is warned of unless its values are listed", async () => {
  const variables = { v: { default: "a.example" }, scheme: { default: "https" }, port: { default: "1" } };
  const listed = { v: { default: "a.example", enum: ["a.example"] } };
  const servers = [
    { url: "https://{v}/api/v3", variables },
    { url: "{scheme}://{v}:{port}", variables },
    { url: "{v}/v1", variables },
    { url: "https://{v}", variables: listed },
    { url: "{scheme}://a.example", variables },
    { url: "https://{v}.api.example/{scheme}/", variables },
    { url: "https://{v}.com/", variables },
    { url: "https://api.{v}.com:8443", variables },
    { url: "https://a.b-{v}.com.", variables },
    { url: "https://{v}.com", variables: listed },
    { url: "https://a-{v}:{port}/", variables },
  ];
  const { problems } = await modelOf({
    "openapi.yaml": { openapi: "3.1.0", info: { title: "T", version: "1" }, servers, paths: {} },
  });
  const said = "{v} is the whole host: its value decides who receives the credentials";
  const domain = said.replace("whole host", "domain");
  expect(problems.all.map(({ severity, message, origin }) => [severity, message, origin.pointer])).toEqual([
    ["warning", said, "/servers/0/url"],
    ["warning", said, "/servers/1/url"],
    ["warning", said, "/servers/2/url"],
    ["warning", domain, "/servers/6/url"],
    ["warning", domain, "/servers/7/url"],
    ["warning", domain, "/servers/8/url"],
  ]);
});
