import { stringify } from "yaml";

type Json = Record<string, unknown>;

/** Ten services of one kind: what is called, sent, received, refused and listed in each is named after it. */
export const THINGS = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen", "ibex", "jay"] as const;

const capital = (word: string): string => `${word[0]?.toUpperCase() ?? ""}${word.slice(1)}`;
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: Json): Json => ({
  "200": { description: "Done.", content: { "application/json": { schema } } },
});

/** A description; in the later one each thing has changed in four places; in the shorter one it lacks two fields. */
export function description(isLater: boolean, isShorter = false): string {
  const paths: Json = {};
  const schemas: Json = {};
  const codes: Json = {};
  for (const thing of THINGS) {
    const Thing = capital(thing);
    codes[`NO_${thing.toUpperCase()}`] = {
      condition: "It is gone.",
      advice: "Look elsewhere.",
      status: isLater ? 410 : 404,
    };
    paths[`/${thing}s`] = {
      get: {
        operationId: `list${Thing}s`,
        parameters: [{ name: "limit", in: "query", required: isLater, schema: { type: "integer" } }],
        responses: answer({ type: "array", items: ref(Thing) }),
      },
      post: {
        operationId: `create${Thing}`,
        requestBody: { required: true, content: { "application/json": { schema: ref(`New${Thing}`) } } },
        responses: answer(ref(Thing)),
      },
    };
    schemas[Thing] = {
      type: "object",
      required: isShorter ? ["mood"] : ["name", "mood"],
      properties: {
        ...(!isShorter && { name: { type: isLater ? ["string", "null"] : "string" } }),
        mood: ref(`${Thing}Mood`),
        legs: { type: "integer" },
      },
    };
    schemas[`${Thing}Mood`] = { type: "string", enum: ["calm", "wild"] };
    schemas[`New${Thing}`] = {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string" },
        ...(!isShorter && { note: { type: "string", ...(isLater && { maxLength: 10 }) } }),
      },
    };
  }
  return stringify(
    {
      openapi: "3.1.0",
      info: { title: "Things", version: "1" },
      "x-error-codes": codes,
      paths,
      components: { schemas },
    },
    { aliasDuplicateObjects: false },
  );
}
