import { expect, test } from "vitest";
import { backtrackingOf } from "../../codegen/model/backtracking.js";

const exponential = [
  "^(a+)+$",
  "^(a*)*$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(a|ab|b)+$",
  "^([a-z]+)*$",
  "^(\\w+\\s?)*$",
  "^(\\d+|\\w)+$",
  "^((ab)*)*$",
  "^(.*a){12}$",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(a{1,50}){1,50}$",
  "^(?=(a+)+$)b",
  "^([\\u{61}-z]|b)*$",
  "^(?:é|\\p{L})*$",
];
const polynomial = ["^\\s*\\s*$", "^\\d+\\.?\\d+$", "^.*foo.*bar.*$", "^a*[a-c]*$", "^(a*b?){2}$"];
const harmless = [
  "",
  "abc",
  "^[a-z0-9_]{3,32}$",
  "^(ab)+$",
  "^(a|b)*$",
  "^([a-z]+\\.)*[a-z]+$",
  "^\\d{4}-\\d{2}-\\d{2}$",
  "^(\\d+,)*\\d+$",
  "^(foo|bar|baz)+$",
  "^a?b?c?$",
  "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  "^[\\w-]+(?:\\.[\\w-]+)*$",
  "\\[[\\]a]+\\]",
  "^#(?:[0-9a-f]{3}){1,2}$",
];

test.each([
  ...exponential.map((source) => [source, "exponential"] as const),
  ...polynomial.map((source) => [source, "polynomial"] as const),
  ...harmless.map((source) => [source, "none"] as const),
])("%s: %s", (source, want) => {
  expect(backtrackingOf(source)).toBe(want);
});

test("an expression that is too long to look at is not called harmless where anything in it is repeated", () => {
  expect(backtrackingOf(`^${"(a|b)".repeat(200)}$`)).toBe("none");
  expect(backtrackingOf(`^${"(a|b)".repeat(200)}*$`)).toBe("unknown");
  expect(backtrackingOf(`^${"(".repeat(1_000)}a${")*".repeat(1_000)}$`)).toBe("unknown");
});
