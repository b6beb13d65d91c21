import { expect, test } from "vitest";
import { unknownField } from "../../runtime/abi/index.js";

interface Described {
  readonly name: string;
}
const value: Described = Object.assign({ name: "a" }, { colour: "red" });

test("a field that is not described is read as unknown", () => {
  const colour: unknown = unknownField(value, "colour");
  expect(colour).toBe("red");
  expect(unknownField(value, "size")).toBeUndefined();
});

test("what every object inherits is no field", () => {
  expect(unknownField(value, "toString")).toBeUndefined();
  expect(unknownField(JSON.parse('{"__proto__":1}') as object, "__proto__")).toBe(1);
});

test("what is described is read as such", () => {
  // @ts-expect-error it has a type
  expect(unknownField(value, "name")).toBe("a");
  const either = value as Described | { readonly size: number };
  // @ts-expect-error one of the two describes it
  expect(unknownField(either, "size")).toBeUndefined();
});
