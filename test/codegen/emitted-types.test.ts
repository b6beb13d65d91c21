import { expect, test } from "vitest";
import { emitTypes, isReceivedOnly } from "../../codegen/emit/types.js";
import { ASSUMPTIONS, codeWith, modelWith, named, textOf } from "./support/handmade.js";

const thing = { type: "object", properties: { a: { type: "string" } } };

test("named schemas become types, brands before them", () => {
  const module = emitTypes(
    modelWith({
      schemas: [
        named("Any", true),
        named("Both", { anyOf: [{ $ref: "Thing" }, { type: "object", properties: { b: { type: "null" } } }] }),
        named("Id", { type: "string", "x-brand": "Id", description: "Who." }),
        named("Pair", { allOf: [thing, { $ref: "Id" }] }),
        named("Sent", thing, { received: false }),
        named("Received", { ...thing, title: "What comes." }, { sent: false }),
        named("Size", { enum: [1, 2], "x-open": true, type: "number" }),
        named("State", { enum: ["a"], "x-open": false }),
        named("Strange", { enum: "a", "x-open": true }),
        named("Thing", { properties: { id: { "x-brand": "Ref", type: ["string", "integer"] }, in: thing } }),
      ],
      unions: [
        { name: "Event", discriminant: "type", variants: [], of: ["Event", "Control"], unknownName: "UnknownEvent" },
      ],
    }),
  );
  expect(module.path).toBe("types.ts");
  expect(module.toString()).toBe(`/**
 * Types of Fixture.
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

declare const brand: unique symbol;

/** Who. */
export type Id = string & { readonly [brand]: "Id" };

export type Ref = (string | number) & { readonly [brand]: "Ref" };

/** @see openapi.yaml#/Any */
export type Any = unknown;

/** @see openapi.yaml#/Both */
export type Both = Thing | {
  readonly b?: null;
};

/** @see openapi.yaml#/Pair */
export type Pair = {
  readonly a?: string;
} & Id;

/** @see openapi.yaml#/Sent */
export interface Sent {
  readonly a?: string;
}

/**
 * What comes.
 *
 * @see openapi.yaml#/Received
 */
export interface Received {
  readonly a?: string;
}

/** @see openapi.yaml#/Size */
export type Size = 1 | 2 | (number & {});

/** The values of {@link Size} that are documented. */
export type KnownSize = 1 | 2;

/** @see openapi.yaml#/State */
export type State = "a";

/** @see openapi.yaml#/Strange */
export type Strange = unknown;

/** @see openapi.yaml#/Thing */
export interface Thing {
  readonly id?: Ref;
  readonly in?: {
    readonly a?: string;
  };
}

/** What arrived in the place of a {@link Event} or {@link Control} and is not known: kept whole, never thrown at. */
export interface UnknownEvent {
  readonly type: "unknown";
  /** The discriminant as it arrived; empty when there was none. */
  readonly wireType: string;
  /** \`type\`: nothing of that type is described. \`shape\`: the type is, but the content does not fit it. */
  readonly reason: "type" | "shape";
  /** What arrived. */
  readonly payload: unknown;
}
`);
});

test("refusals become types of their bodies, and of what they carry", () => {
  const errorCodes = [
    codeWith("GONE", { condition: "It is gone." }),
    codeWith("TOO_OLD", { extras: "OldExtras" }),
    codeWith("too-new", { extras: "NewExtras" }),
  ];
  expect(textOf(emitTypes(modelWith({ errorCodes })))).toBe(`/**
 * Body of the refusal \`GONE\`.
 *
 * It is gone.
 */
export type ErrorBodyGone = { readonly code: "GONE" };

/** Body of the refusal \`TOO_OLD\`. */
export type ErrorBodyTooOld = { readonly code: "TOO_OLD" } & OldExtras;

/** Body of the refusal \`too-new\`. */
export type ErrorBodyTooNew = { readonly code: "too-new" } & NewExtras;

/** Every documented refusal, discriminated by \`code\`. */
export type KnownErrorBody = ErrorBodyGone | ErrorBodyTooOld | ErrorBodyTooNew;

/** What a refusal carries besides its code, by code. */
export interface ErrorExtras {
  readonly TOO_OLD: OldExtras;
  readonly "too-new": NewExtras;
}`);
});

test("assumptions become an option each, and a type for each scope", () => {
  expect(textOf(emitTypes(modelWith({ assumptions: ASSUMPTIONS }))))
    .toBe(`/** What to assume where the service's behaviour is not documented. Every one has a default. */
export interface Assumptions {
  /**
   * How long.
   *
   * Unit: ms.
   *
   * @defaultValue \`50\`
   */
  readonly "patience-ms": number | null;
  /**
   * Where.
   *
   * - \`"body"\`: Inside.
   * - \`"query"\`: Outside.
   *
   * @defaultValue \`"body"\`
   */
  readonly place: "body" | "query";
}

/** The assumptions that matter to the client. */
export type ClientAssumptions = Pick<Assumptions, "patience-ms" | "place">;

/** The assumptions that matter to the test double. */
export type TestDoubleAssumptions = Pick<Assumptions, "patience-ms">;`);
});

test("a description that says nothing has no types", () => {
  expect(textOf(emitTypes(modelWith({})))).toBe("");
});

test("open is what the service alone sends", () => {
  const ways = [true, false].flatMap((sent) => [true, false].map((received) => ({ sent, received })));
  const open = ways.filter((way) => isReceivedOnly(named("A", true, way)));
  expect(open).toEqual([{ sent: false, received: true }]);
});
