import { expect, test } from "vitest";
import { type Operation, writeMultipart } from "../../runtime/abi/index.js";
import { callerRequest } from "../../runtime/caller/request.js";

const OPERATION: Operation = {
  id: "post",
  method: "POST",
  path: "/t",
  body: true,
  bodyType: "multipart/form-data",
  writers: [writeMultipart],
  retry: "never",
  encoding: { raw: { contentType: "image/png" }, note: { contentType: "text/plain" } },
};

function sent(params: object): Request {
  const { request, payload } = callerRequest(OPERATION, params, "https://api.example");
  return new Request(request.url, { method: "POST", headers: request.headers, body: payload ?? null });
}

const sentForm = (params: object): unknown => callerRequest(OPERATION, params, "https://api.example").payload;

/** A body with its boundary left out, which is another one each time. */
async function textOf(body: Request | Response): Promise<string> {
  const boundary = /boundary=(.+)$/.exec(body.headers.get("content-type") ?? "")?.[1] ?? "no boundary";
  return (await body.text()).replaceAll(boundary, "BOUNDARY");
}

const FILES = {
  file: [new Blob(["a"]), new File(["b"], 'ü"\n.txt', { type: "text/plain" })],
  raw: new Uint8Array([1]),
  text: "two\r\nlines",
  'a "name"\r\n': 1,
};

test("texts and files are a form of the platform", async () => {
  const body = sentForm(FILES);
  if (!(body instanceof FormData)) throw new Error("no form");
  expect(callerRequest(OPERATION, FILES, "https://api.example").request.headers["content-type"]).toBeUndefined();
  expect(body.getAll("file")).toHaveLength(2);
  const raw = body.get("raw");
  expect(raw instanceof Blob && raw.type).toBe("image/png");
  expect(body.get("text")).toBe("two\r\nlines");
});

test.each([
  ["an object", "meta", { k: 1 }, 'application/json\r\n\r\n{"k":1}'],
  ["a text with a media type of its own", "note", "one\ntext", "text/plain\r\n\r\none\ntext"],
])("%s is a part with its media type and without the name of a file, beside what a form writes", async (...row) => {
  const [, name, value, want] = row;
  const form = sentForm(FILES);
  if (!(form instanceof FormData)) throw new Error("no form");
  const others = await textOf(new Response(form));
  const part = `--BOUNDARY\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${want}\r\n`;
  expect(await textOf(sent({ [name]: value, ...FILES }))).toBe(part + others.replace(/(\r\n)*$/, "\r\n"));
});

test("each item of a list of objects is such a part, and what is undefined is none", async () => {
  const form = await sent({ meta: [{ k: 1 }, undefined, { k: 2 }], more: undefined }).formData();
  expect([...form].map(([name]) => name)).toEqual(["meta", "meta"]);
  expect(form.getAll("meta")).toEqual(['{"k":1}', '{"k":2}']);
});

test("what stands between the parts is another text each time", () => {
  const [one, other] = [{ a: { k: 1 } }, { a: { k: 1 } }].map((params) => sent(params).headers.get("content-type"));
  expect(one).toMatch(/^multipart\/form-data; boundary=[-\w]{20,70}$/);
  expect(one).not.toBe(other);
});
