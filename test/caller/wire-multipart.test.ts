import { describe, expect, test } from "vitest";
import { recording, type Recorded } from "./recording.js";
import { failure } from "./world.js";

const parcels = () => recording("fixtures/wire/01-multipart-json-part.yaml");
const picture = new Blob(["bytes"], { type: "image/png" });

/** The parts of a multipart body as they lie on the wire, each with its head and its content. */
function partsOf({ headers, body }: Recorded): readonly (readonly [head: string, content: string])[] {
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1] ?? "none";
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", ...content] = part.replace(/^\r\n|\r\n$/g, "").split("\r\n\r\n");
      return [head, content.join("\r\n\r\n")] as const;
    });
}

describe("parts that are described as JSON", () => {
  test("are JSON as a whole: objects, lists of objects and lists of strings", async () => {
    const { sent } = await parcels();
    const request = await sent("printLabel", {
      picture,
      loud: true,
      parcels: [{ weight: 1 }, { weight: 2 }],
      sender: { name: "ä" },
      tags: ["a", "b"],
    });
    const json = (name: string): string =>
      `Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/json`;
    expect(partsOf(request)).toEqual([
      ['Content-Disposition: form-data; name="picture"; filename="blob"\r\nContent-Type: image/png', "bytes"],
      ['Content-Disposition: form-data; name="loud"', "true"],
      [json("parcels"), '[{"weight":1},{"weight":2}]'],
      [json("sender"), '{"name":"ä"}'],
      [json("tags"), '["a","b"]'],
    ]);
    expect(request.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  });

  test("are there where a list is empty, and absent where a field is", async () => {
    const { sent } = await parcels();
    const parts = partsOf(await sent("printLabel", { picture, parcels: [], sender: undefined, loud: null }));
    expect(parts.map(([, content]) => content)).toEqual(["bytes", "[]"]);
  });
});

describe("the subtype", () => {
  test("mixed is the described one, with a file or without", async () => {
    const { sent } = await parcels();
    const request = await sent("sendMixed", { note: "n", scan: picture });
    expect(request.headers["content-type"]).toMatch(/^multipart\/mixed; boundary=/);
    expect(partsOf(request).map(([, content]) => content)).toEqual(["n", "bytes"]);
  });

  test("related names the type of its root", async () => {
    const { sent } = await parcels();
    const request = await sent("sendRelated", { meta: { k: "v" }, scan: picture });
    expect(request.headers["content-type"]).toMatch(/^multipart\/related; type="application\/json"; boundary=/);
    expect(partsOf(request).map(([, content]) => content)).toEqual(['{"k":"v"}', "bytes"]);
  });
});

describe("media types of a part", () => {
  const uploads = (contentType: string) =>
    recording({
      openapi: "3.0.3",
      info: { title: "Uploads", version: "1" },
      paths: {
        "/files": {
          post: {
            operationId: "upload",
            requestBody: {
              content: {
                "multipart/form-data": {
                  schema: {
                    type: "object",
                    properties: {
                      file: { type: "string", format: "binary" },
                      more: { type: "array", items: { type: "string", format: "binary" } },
                    },
                  },
                  encoding: { file: { contentType }, more: { contentType } },
                },
              },
            },
            responses: { "204": { description: "done" } },
          },
        },
      },
    });
  const file = (type: string) => new File(["bytes"], "a.bin", { type });

  test.each([
    ["image/png, image/jpeg", "image/jpeg", "image/jpeg"],
    ["image/*", "image/webp", "image/webp"],
    ["application/pdf, image/*", "image/webp", "image/webp"],
    ["*/*", "text/csv", "text/csv"],
    ["*/*", "", "application/octet-stream"],
    ["image/png", "", "image/png"],
    ["image/png", "image/gif", "image/gif"],
  ])("%s takes a file of the type %j as %s", async (described, own, want) => {
    const { sent } = await uploads(described);
    const parts = partsOf(await sent("upload", { file: file(own), more: [file(own), file(own)] }));
    expect(parts.map(([head]) => head.split("\r\n")[1])).toEqual(Array(3).fill(`Content-Type: ${want}`));
    expect(parts[0]?.[0]).toContain('filename="a.bin"');
  });

  test.each([
    ["image/png, image/jpeg", "image/gif", "file must be of the type image/png or image/jpeg, got image/gif"],
    ["image/*", "text/plain", "file must be of the type image/*, got text/plain"],
    ["image/*", "", "file must be of the type image/*, got bytes without a type"],
    ["image/png, image/jpeg", "", "file must be of the type image/png or image/jpeg, got bytes without a type"],
  ])("%s refuses a file of the type %j before anything is sent", async (described, own, why) => {
    const { routes, caller, seen } = await uploads(described);
    expect(await failure(routes["upload"]?.(caller, { file: file(own) }) ?? Promise.resolve())).toMatchObject({
      kind: "argument",
      message: expect.stringContaining(why) as string,
    });
    expect(seen).toEqual([]);
  });

  test("bytes of OpenAPI 3.1, which have a media type and no type, are files", async () => {
    const { sent, model } = await recording("fixtures/wire/26-multipart-31.yaml");
    expect(model.operations.find(({ id }) => id === "upA")?.body?.schema).toMatchObject({ required: ["file"] });
    const [first, second] = partsOf(await sent("upA", { file: picture, b64: "aGk=", meta: { a: 1 } }));
    expect(first?.[0]).toContain("image/png");
    expect(second).toEqual(['Content-Disposition: form-data; name="b64"', "aGk="]);
  });
});
