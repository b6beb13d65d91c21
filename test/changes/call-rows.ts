import type { NamedSchema, OperationModel, UnionModel } from "../../codegen/model/model.js";
import { type ModelRow, operation, parameter } from "./models.js";

type Operation = Partial<OperationModel>;
const calls = (...more: readonly Operation[]): ModelRow[1] => ({
  operations: more.map((one) => operation({ origin: `a.yaml#/${one.functionName ?? ""}`, ...one })),
});
const named = (functionName: string, more: Operation = {}): Operation => ({ functionName, ...more });
const body = (flat: boolean): Operation => ({
  body: { mediaType: "text/plain", schema: true, required: true, others: [], encoding: {}, flat },
});
const kinds = (queryConst: Readonly<Record<string, string>>): Operation => ({ queryConst });
const taking = (path: string, ...parameters: OperationModel["parameters"]): ModelRow[1] => calls({ path, parameters });

/** Functions of two models. */
export const functionRows: readonly ModelRow[] = [
  ["a route comes", calls(), calls({})],
  ["a function has another name", calls({}), calls(named("listBooks"))],
  ["a function of another method", calls({}), calls(named("listBooks", { method: "POST" }))],
  [
    "what stands in the path has another name",
    calls({ path: "/{a}/{bc}" }),
    calls(named("other", { path: "/{d}/{e}" })),
  ],
  ["what stands in the path is another thing", calls({ path: "/{a}/b" }), calls(named("other", { path: "/{a}/c" }))],
  [
    "variants of one route",
    calls(named("a", kinds({ k: "1", l: "2" })), named("b", kinds({ k: "2" })), named("c", kinds({ k: "3" }))),
    calls(named("d", kinds({ l: "2", k: "1" })), named("b", kinds({ k: "2" })), named("e", kinds({ k: "4" }))),
  ],
  [
    "variants that read alike run together",
    calls(named("a", kinds({ k: "1", l: "2" }))),
    calls(named("b", kinds({ k: "1l=2" }))),
  ],
  ["two functions of one route, and one of them renamed", calls(named("a"), named("b")), calls(named("a"), named("c"))],
  [
    "one of two becomes the other, which stays",
    calls(named("a"), named("b", { path: "/b" })),
    calls(named("b", { path: "/b" })),
  ],
  ["one function becomes two", calls(named("a")), calls(named("b"), named("c"))],
  ["a function moves", calls({ path: "/a" }), calls({ path: "/b" })],

  ["it is repeated more freely", calls({ retry: "never" }), calls({ retry: "after-reread" })],
  ["it is repeated with a reference", calls({ retry: "with-client-ref" }), calls({ retry: "safe" })],
  ["it is repeated after a look", calls({ retry: "with-client-ref" }), calls({ retry: "after-reread" })],
  ["it is repeated as nobody knows", calls({ retry: "safe" }), calls({ retry: "sometimes" })],
  ["it gets a key", calls({}), calls({ idempotencyKey: "ref" })],
  ["it has another key", calls({ idempotencyKey: "ref" }), calls({ idempotencyKey: "key" })],
  ["it streams", calls({}), calls({ stream: true })],
  ["it is urgent", calls({}), calls({ urgent: true })],
  ["it has no body any more", calls(body(true)), calls({})],
  ["its body is one parameter", calls(body(true)), calls(body(false))],
  ["it has other tags", calls({ tags: ["a", "b"] }), calls({ tags: ["ab"] })],
  ["it has the same tags", calls({ tags: ["a", "b"] }), calls({ tags: ["a", "b"] })],
  ["a parameter is placed otherwise", calls({ placement: { a: "x" } }), calls({ placement: { a: "y" } })],
  ["it is refused otherwise", calls({ errorCodes: ["A", "B"] }), calls({ errorCodes: ["B", "C"] })],
  ["it may be refused otherwise", calls({ possibleCodes: ["A", "B"] }), calls({ possibleCodes: ["B", "C"] })],
  ["what was possible is certain", calls({ possibleCodes: ["A"] }), calls({ errorCodes: ["A"] })],

  [
    "a parameter has another name here",
    taking("/a", parameter("q", "query"), parameter("r", "query")),
    taking("/a", parameter("q", "query", { name: "text" }), parameter("s", "query")),
  ],
  [
    "two of one name in two places",
    taking("/a", parameter("q", "query", { name: "x" }), parameter("q", "header", { name: "y" })),
    taking("/a", parameter("q", "header", { name: "y" }), parameter("q", "query", { name: "z" })),
  ],
  [
    "those of a path have their order there",
    taking("/{a}/{b}", parameter("a", "path"), parameter("b", "path")),
    taking("/{c}/{d}", parameter("d", "path"), parameter("c", "path")),
  ],
  [
    "those of a path that do not stand in it",
    taking("/{a}", parameter("b", "path"), parameter("c", "path")),
    taking("/{a}", parameter("b", "path", { name: "x" }), parameter("c", "path")),
  ],
  [
    "a query that has the name of one in the path",
    taking("/{a}", parameter("a", "query")),
    taking("/{b}", parameter("b", "query")),
  ],
  [
    "a whole query",
    taking("/a", parameter("q", "query", { whole: true })),
    taking("/a", parameter("r", "query", { whole: true })),
  ],
];

const types = (shapes: Readonly<Record<string, unknown>>): ModelRow[1] => ({
  schemas: Object.entries(shapes).map(([name, type]): NamedSchema => {
    return { name, schema: { type }, origin: `a.yaml#/${name}`, sent: true, received: true };
  }),
});

/** Types of two models. */
export const typeRows: readonly ModelRow[] = [
  ["a type comes", types({}), types({ A: 1 })],
  ["a type has another name", types({ A: 1, B: 2 }), types({ A: 1, C: 2 })],
  ["a type has another shape", types({ A: 1 }), types({ A: 2 })],
  ["another name and another shape", types({ A: 1 }), types({ B: 2 })],
  ["two new ones are alike", types({ A: 1 }), types({ B: 1, C: 1 })],
  ["one is alike a type that was there", types({ A: 1, B: 1 }), types({ B: 1 })],
];

const union = (...more: readonly Partial<UnionModel>[]): ModelRow[1] => ({
  unions: more.map((one) => ({ name: "A", discriminant: "type", variants: [], of: [], unknownName: "U", ...one })),
});
const variants = (...names: readonly string[]): Partial<UnionModel> => ({
  variants: names.map((value) => ({ value, schemaName: `${value}Event` })),
});

/** Decoded unions of two models. */
export const unionRows: readonly ModelRow[] = [
  ["a union comes", union(), union({}, { name: "a/b" })],
  ["it is told apart by another field", union({}), union({ discriminant: "kind" })],
  ["what it does not know has another name", union({}), union({ unknownName: "V" })],
  ["other values", union(variants("a", "b")), union(variants("b", "c"))],
  ["the same values in another order", union(variants("a", "b")), union(variants("b", "a"))],
];
