import { describe, expect, test } from "vitest";
import { needsNothing } from "../../codegen/emit/params.js";
import { emitTypes, hasErrors } from "../../codegen/emit/types.js";
import type { Answer } from "../../codegen/model/model.js";
import { bodyRows, needRows, needSchemas } from "./support/body-rows.js";
import { answerWith, modelWith, operationWith, parameterWith, textOf } from "./support/handmade.js";

const thing = { type: "object", properties: { a: { type: "string" } } };

describe("an operation", () => {
  test("has types of its parameters, result, codes, errors and events", () => {
    const operation = operationWith("getThing", {
      parameters: [
        parameterWith("a-b", { type: "string", description: "Said there.", default: "x" }, { required: true }),
        parameterWith("told", { type: "string", description: "Said there." }, { doc: "Said here.", deprecated: true }),
        parameterWith("any", true, { undocumented: ["what for"], tensions: ["1 or 2"] }),
        parameterWith("bare", { type: "object", properties: { in: { type: "null" } } }),
      ],
      answers: [
        answerWith("100", thing),
        answerWith("200", thing),
        answerWith("201", { type: "null" }),
        answerWith("204"),
        answerWith("206", thing),
        answerWith("404", { type: "string" }, "Not there."),
        answerWith("409"),
        answerWith("5XX", thing),
        answerWith("default", true),
      ],
      errorCodes: ["GONE"],
      possibleCodes: ["OLD"],
      streamed: { functionName: "getThing$", event: { typeName: "GetThingEvent", schema: thing } },
    });
    expect(textOf(emitTypes(modelWith({ operations: [operation, operationWith("ping")] }))))
      .toBe(`/** @see openapi.yaml#/getThing */
export interface GetThingParams {
  /**
   * Said there.
   *
   * @defaultValue \`"x"\`
   */
  readonly "a-b": string;
  /**
   * Said here.
   *
   * @deprecated Marked so in the description.
   */
  readonly told?: string | undefined;
  /**
   * Not documented: what for.
   *
   * Statements disagree: 1 or 2.
   */
  readonly any?: unknown;
  readonly bare?: {
    readonly in?: null | undefined;
  } | undefined;
}

export type GetThingResult = {
  readonly a?: string;
} | null | undefined;

export type GetThingCode = "GONE" | "OLD" | (string & {});

export interface GetThingErrors {
  /** Not there. */
  readonly 404: string;
  readonly "5XX": {
    readonly a?: string;
  };
  readonly default: unknown;
}

/** What an event of \`getThing$\` holds. */
export type GetThingEvent = {
  readonly a?: string;
};

/** @see openapi.yaml#/ping */
export interface PingParams {}

export type PingResult = void;`);
  });

  test.each(bodyRows.map(([says, body, want, rest = {}]) => [says, body, want, rest] as const))(
    "is called with its body: %s",
    (_says, body, want, rest) => {
      const { schemas = [], parameters = [] } = rest;
      const operation = operationWith("send", { body, parameters });
      const text = textOf(emitTypes(modelWith({ schemas, operations: [operation] })));
      const params = /export (?:type|interface) (SendParams[^]*?)\n\nexport type SendResult/.exec(text)?.[1];
      expect(params).toBe(want);
    },
  );

  test.each(needRows)("needs no parameter, or some: %s", (_says, body, want) => {
    const rest = body === undefined ? {} : { body };
    const lookUp = (name: string) => needSchemas.get(name.toString());
    const [may, must] = [false, true].map((required) => [
      parameterWith("a", true),
      parameterWith("b", true, { required }),
    ]);
    expect(needsNothing(operationWith("send", rest), lookUp)).toBe(want);
    expect(needsNothing(operationWith("send", { ...rest, parameters: may ?? [] }), lookUp)).toBe(want);
    expect(needsNothing(operationWith("send", { ...rest, parameters: must ?? [] }), lookUp)).toBe(false);
  });

  test.each<readonly [answers: readonly Answer[], result: string, errors: boolean]>([
    [[], "void", false],
    [[answerWith("204")], "void", false],
    [[answerWith("200"), answerWith("201", { type: "string" })], "undefined | string", false],
    [[answerWith("200", true), answerWith("204")], "unknown", false],
    [[answerWith("default", { type: "string" })], "string", false],
    [[answerWith("204"), answerWith("default", { type: "string" })], "void", true],
    [[answerWith("100", true), answerWith("404")], "void", false],
  ])("answers %j", (answers, result, errors) => {
    const operation = operationWith("get", { answers });
    expect(hasErrors(operation)).toBe(errors);
    const text = textOf(emitTypes(modelWith({ operations: [operation] })));
    expect(text).toContain(`export type GetResult = ${result};`);
    expect(text.includes("export interface GetErrors {")).toBe(errors);
  });
});

test("a description may have tens of thousands of operations", () => {
  const operations = Array.from({ length: 70_000 }, (_, index) => operationWith(`call${index}`));
  expect(emitTypes(modelWith({ operations })).toString()).toContain("export interface Call69999Params");
});
