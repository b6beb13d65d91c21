import { parse as parseTemplate } from "@vue/compiler-dom";
import { createMarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { referencePages } from "../../codegen/docs/index.js";
import { emitUndocumented } from "../../codegen/emit/undocumented.js";
import { Problems } from "../../codegen/load/problems.js";
import { load } from "../../codegen/model/build.js";
import { isRecord } from "../../runtime/base/values.js";
import { DOCUMENTS } from "./support/hostile-documents.js";

/** Texts that a host of pages would run, follow or replace by a file of its machine. */
const TEXTS = [
  "{{ evil() }}",
  "<script>evil()</script>",
  "<img src=x onerror=evil()>",
  "[a](javascript:evil) [b](<javascript:evil>) [c](java&#115;cript:evil) ![d](data:text/html,evil)",
  "[e][f]\n\n[f]: javascript:evil",
  "\n<<< /etc/passwd\n\n<!--@include: /etc/passwd-->\n",
  "**g**{onclick=evil} text {v-html=evil}\n\n{ onclick=evil }",
  "&#123;&#123; evil() }} &lcub;&lcub; evil() }}",
  "```\n<img src=x onerror=evil()> {{ evil() }}\n",
  "` <img src=x onerror=evil()> `` {{ evil() }} ``",
  "a | b <svg onload=evil()> \\`<b onclick=evil>`",
];
/** Fields that hold text for people, and maps whose keys do. */
const FIELDS = new Set(
  "title version summary description condition advice meaning appliesTo x-undocumented x-tensions name".split(" "),
);
const NAMED = new Set(["x-error-codes", "value", "examples", "webhooks"]);

function poisoned(value: unknown, key: string, tail: string): unknown {
  if (typeof value === "string") return FIELDS.has(key) ? value + tail : value;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key, tail));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const renamed = NAMED.has(key) ? name + tail : name;
    return [renamed, poisoned(item, name, tail)] as const;
  });
  return Object.fromEntries(entries);
}

const extra = {
  "x-error-codes": { broken: { condition: "When broken.", advice: "Mend it.", status: 400 } },
  "x-tables": { sizes: { description: "Sizes.", value: { small: "s", flow: [{ from: "a", to: "b", trigger: "c" }] } } },
};

async function pagesOf(tail: string): Promise<readonly { path: string; text: string }[]> {
  const { document } = DOCUMENTS["OpenAPI 3.1"];
  const { "x-tables": _tables, ...events } = isRecord(DOCUMENTS.AsyncAPI.document) ? DOCUMENTS.AsyncAPI.document : {};
  const openapi = isRecord(document) ? { ...document, ...extra } : {};
  const files = new Map([
    ["/openapi.yaml", poisoned(openapi, "", tail)],
    ["/asyncapi.yaml", poisoned(events, "", tail)],
  ]);
  const loaded = await load(
    {
      openapi: "/openapi.yaml",
      asyncapi: "/asyncapi.yaml",
      base: "/",
      read: (path) => Promise.resolve(JSON.stringify(files.get(path))),
    },
    new Problems({ skipUnsupported: true }),
  );
  return [...referencePages(loaded), { path: "report.md", text: emitUndocumented(loaded.model) }];
}

/** Nodes of a page as Vue compiles it, by what is dangerous about them. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (!isRecord(node)) return;
    const { type, tag, props, children } = node;
    if (type === 5) found.push("interpolation");
    if (type === 3) found.push("comment");
    if (typeof tag === "string" && !TAGS.has(tag)) found.push(`<${tag}>`);
    const list: readonly unknown[] = Array.isArray(props) ? props : [];
    for (const prop of list.filter(isRecord)) {
      const { name, value } = prop;
      const content = isRecord(value) ? String(value["content"]) : "";
      if (prop["type"] === 7 && name !== "pre") found.push(`directive ${String(name)}`);
      if (String(name).startsWith("on")) found.push(String(name));
      if ((name === "href" || name === "src") && /^[a-z]+:/i.test(content) && !/^https?:/.test(content))
        found.push(content);
    }
    const inside: readonly unknown[] = Array.isArray(children) ? children : [];
    inside.forEach(visit);
  };
  visit(parseTemplate(html, { comments: true }));
  return [...new Set(found)];
}

const TAGS = new Set(
  "h1 h2 h3 h4 p a ul ol li strong em code pre table thead tbody tr th td div span button blockquote br hr del s".split(
    " ",
  ),
);

test("nothing of a description is more than text on the pages of a site", async () => {
  const renderer = await createMarkdownRenderer("/tmp");
  // What leaves a backtick or a fence open hides what follows: such a text is alone.
  for (const text of [TEXTS.slice(0, 8).join("\n\n"), ...TEXTS.slice(8)]) {
    for (const page of await pagesOf(text)) {
      const html = renderer.render(page.text.replace(/<!-- Generated from .* -->/, ""), { path: page.path });
      expect({ text, path: page.path, dangers: dangers(html) }).toEqual({ text, path: page.path, dangers: [] });
      expect(page.path).toMatch(/^[\w~/-]+\.md$/);
      expect(html).not.toContain("root:x:0");
    }
  }
}, 60_000);

test.each(["<!--@include: /etc/passwd-->", "<!-- \n @include: ../secret -->", '--8<-- "secret"', '-8<- "secret"'])(
  "%j includes no file, in a block of code neither",
  async (text) => {
    const data = { default: text, pattern: text, const: text, description: text };
    const media = { "application/json": { schema: data, examples: { a: { value: text }, b: { value: [text] } } } };
    const openapi = {
      openapi: "3.1.0",
      info: { title: "T", version: "1", description: text },
      paths: {
        "/a": {
          post: {
            operationId: "a",
            requestBody: { content: media },
            responses: { 200: { description: text, content: media } },
          },
        },
      },
      components: { schemas: { A: { type: "object", properties: { [text]: data } } } },
      "x-tables": { t: { description: text, value: { [text]: text } } },
    };
    const read = async (): Promise<string> => JSON.stringify(openapi);
    const loaded = await load({ openapi: "/a.yaml", base: "/", read }, new Problems({ skipUnsupported: true }));
    const pages = referencePages(loaded).map((page) => page.text);
    expect(pages.join("\n")).not.toMatch(/<!--\s*@include|-8<-/);
  },
);

test("Markdown of a description stays Markdown, and code stays as it was", async () => {
  const tail = " **Bold** [web](https://example.test/) [beside](./other.md) `{id}` `<id>`";
  const page = (await pagesOf(tail)).find(({ path }) => path === "index.md");
  const all = (await pagesOf(tail)).map(({ text }) => text).join("\n");
  expect(all).toContain("**Bold** [web](https://example.test/) [beside](./other.md)");
  expect(page?.text).toContain("# Fixture \\*\\*Bold\\*\\* \\[web\\]");
  const renderer = await createMarkdownRenderer("/tmp");
  expect(renderer.render("`a{\u2060{`", {})).toContain("a{");
});
