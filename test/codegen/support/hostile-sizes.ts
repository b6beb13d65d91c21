/** Descriptions below 100 kB that ask for more than there is: by name, as the text of the document. */
export const HOSTILE_SIZES: Readonly<Record<string, () => string>> = {
  "allOf of unions": () =>
    schemas({ Root: { allOf: range(7, (i) => ({ oneOf: range(10, (j) => constant(`k${i}`, `v${j}`)) })) } }),
  "allOf of named unions": () =>
    schemas({
      Root: { allOf: range(7, (i) => ref(`U${i}`)) },
      ...record(7, (i) => [`U${i}`, { oneOf: range(10, (j) => constant(`k${i}`, `v${j}`)) }]),
    }),
  "the same schema twice in each of a chain": () => chain(200, (next) => ({ allOf: [next, next] })),
  "pairs of pairs in allOf": () => pairs((a, b) => ({ allOf: [a, b] })),
  "pairs of pairs in anyOf": () => pairs((a, b) => ({ anyOf: [a, b] })),
  "required fields of the same type": () =>
    chain(200, (next) => ({ type: "object", required: ["a", "b"], properties: { a: next, b: next } })),
  "all types in all types": () =>
    schemas(record(40, (i) => [i === 0 ? "Root" : `A${i}`, fields(40, (j) => ref(j === 0 ? "Root" : `A${j}`))])),
  "lists of lists of four": () =>
    schemas({ Root: nested(20, (inner) => ({ type: "array", minItems: 4, items: inner }), { type: "string" }) }),
  "a list of two thousand millions": () =>
    schemas({ Root: { type: "array", minItems: 2e9, items: { type: "string", minLength: 2e9 } } }),
  "variants of which each may have looked at a key": () =>
    schemas({
      Root: { anyOf: [ref("A0"), ref("B0")], unevaluatedProperties: false },
      ...doubled(30, (a, b) => ({ anyOf: [a, b], oneOf: [a, b] })),
    }),
  "variants of variants that a discriminator tells apart": () =>
    schemas({
      Root: { oneOf: range(20, (i) => ref(`A0_${i}`)), discriminator: { propertyName: "k" } },
      ...Object.fromEntries(range(9, (l) => range(20, (i) => [`A${l}_${i}`, layer(l, i)] as const)).flat()),
    }),
  "discriminators that extend each other": () =>
    schemas(record(141, (i) => [i === 0 ? "Root" : `A${i}`, extending(i === 1 ? "Root" : `A${i - 1}`, i > 0)])),
  "fields that exclude each other": () =>
    schemas({
      Root: { type: "object", ...named(1_000), "x-exclusive": range(1_000, (i) => [`p${i}`]), "x-at-least-one": true },
    }),
  "an answer that all operations share": () =>
    shared(
      { responses: { 200: { $ref: "#/components/responses/R" } } },
      { responses: { R: { description: "d", ...JSON_OF } } },
    ),
  "a body that all operations share": () =>
    shared(
      { requestBody: { $ref: "#/components/requestBodies/R" } },
      { requestBodies: { R: { required: true, ...JSON_OF } } },
    ),
  "a long body that all operations share by its name": () =>
    shared(
      { requestBody: { required: true, content: { "application/json": { schema: ref("Root") } } } },
      { schemas: { Root: { type: "object", ...named(700) } } },
      400,
    ),
  "parameters that all paths share": () =>
    JSON.stringify({
      ...HEAD,
      paths: record(1_200, (i) => [`/o${i}`, { $ref: "#/components/pathItems/P" }]),
      components: {
        pathItems: {
          P: { parameters: range(300, (i) => ({ name: `q${i}`, in: "query", schema: {} })), get: NOTHING },
        },
      },
    }),
  "a path of a thousand parameters": () =>
    JSON.stringify({ ...HEAD, paths: { [`/${range(2_500, (i) => `{a${i}}`).join("/")}`]: { get: NOTHING } } }),
  "references to references": () => chain(1_800, (next) => next),
  "references that lead nowhere": () =>
    schemas({
      Root: { type: "object", properties: record(1_300, (i) => [`p${i}`, ref(`Missng${i}`)]) },
      ...record(300, (i) => [`Missing${i}`, {}]),
    }),
  "a chain of extensions": () => chain(1_000, (next) => ({ allOf: [next, { type: "object" }] })),
  "aliases of one large object": () =>
    yaml(`  Big: &big { properties: { ${range(1_200, (i) => `p${i}: {}`).join(", ")} } }
    Root: { properties: { ${range(2_500, (i) => `q${i}: *big`).join(", ")} } }`),
  "aliases of aliases": () =>
    yaml(
      `  L0: &l0 {}\n${range(40, (i) => `    L${i + 1}: &l${i + 1} { properties: { a: *l${i}, b: *l${i} } }`).join("\n")}\n    Root: *l40`,
    ),
  "merges of one large object": () =>
    yaml(`  Big: &big { ${range(1_500, (i) => `x-p${i}: 1`).join(", ")} }
    Root: { properties: { ${range(2_500, (i) => `q${i}: { <<: *big }`).join(", ")} } }`),
  "a key eight thousand times": () => yaml(`  Root: { ${"q: {}, ".repeat(8_000)} }`),
  "nested without end": () => yaml(`  Root: ${"[".repeat(30_000)}${"]".repeat(30_000)}`),
};

/** As long, and ordinary: operations of answers and parameters. */
export const ORDINARY = (): string => {
  const operation = (i: number): object => ({
    operationId: `listThings${i}`,
    parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1 } }],
    responses: { 200: { description: "d", content: { "application/json": { schema: ref("Root") } } } },
  });
  const paths = record(400, (i) => [`/things${i}`, { get: operation(i) }]);
  return JSON.stringify({ ...HEAD, paths, components: { schemas: { Root: { type: "object", ...named(20) } } } });
};

const HEAD = { openapi: "3.1.0", info: { title: "T", version: "1" } };
const NOTHING = { responses: { 204: { description: "d" } } };

const range = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

const record = (count: number, entry: (index: number) => readonly [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(range(count, entry));

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const ROOT = {
  get: { responses: { 200: { description: "d", content: { "application/json": { schema: ref("Root") } } } } },
};

function schemas(all: Record<string, unknown>): string {
  return JSON.stringify({ ...HEAD, paths: { "/a": ROOT }, components: { schemas: all } });
}

const yaml = (text: string): string =>
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /a: ${JSON.stringify(ROOT)} }\ncomponents:\n  schemas:\n  ${text}\n`;

const constant = (name: string, value: string): object => ({
  type: "object",
  required: [name],
  properties: { [name]: { const: value } },
});

const fields = (count: number, schema: (index: number) => unknown): object => ({
  type: "object",
  required: range(count, (i) => `p${i}`),
  properties: record(count, (i) => [`p${i}`, schema(i)]),
});

const extending = (base: string, has: boolean): object => ({
  type: "object",
  discriminator: { propertyName: "k" },
  required: ["k"],
  properties: { k: { type: "string" } },
  ...(has && { allOf: [ref(base)] }),
});

const named = (count: number): object => ({ properties: record(count, (i) => [`p${i}`, { type: "string" }]) });

const JSON_OF = { content: { "application/json": { schema: { type: "object", ...named(1_000) } } } };

function chain(length: number, link: (next: object) => object): string {
  const at = (i: number): object => (i === length - 1 ? { type: "object" } : link(ref(`A${i + 1}`)));
  return schemas(record(length, (i) => [i === 0 ? "Root" : `A${i}`, at(i)]));
}

function doubled(levels: number, pair: (a: object, b: object) => object): Record<string, unknown> {
  const at = (i: number): object => (i === levels - 1 ? { type: "object" } : pair(ref(`A${i + 1}`), ref(`B${i + 1}`)));
  return { ...record(levels, (i) => [`A${i}`, at(i)]), ...record(levels, (i) => [`B${i}`, at(i)]) };
}

const pairs = (pair: (a: object, b: object) => object): string =>
  schemas({ Root: pair(ref("A0"), ref("B0")), ...doubled(200, pair) });

function nested(levels: number, around: (inner: object) => object, leaf: object): object {
  let schema = leaf;
  for (let level = 0; level < levels; level++) schema = around(schema);
  return schema;
}

function layer(level: number, index: number): object {
  if (level === 8) return { type: "object", properties: { k: { enum: range(10, (i) => `m${i}`) } } };
  return { allOf: range(9, (i) => ref(`A${level + 1}_${(index + i) % 20}`)) };
}

function shared(operation: object, components: object, count = 500): string {
  const paths = record(count, (i) => [`/o${i}`, { post: { ...NOTHING, ...operation } }]);
  return JSON.stringify({ ...HEAD, paths, components });
}
