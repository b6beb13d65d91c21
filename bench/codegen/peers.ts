/**
 * The same interaction guard by other libraries. They are no dependencies of this package: `npm install --prefix
 * bench/codegen` brings them, and what is not there is left out.
 */
import { createRequire } from "node:module";
import { Compile } from "typebox/schema";
import { schemas } from "../../generated/validators/schemas.js";

export type Guard = (value: unknown) => boolean;

const require = createRequire(process.env["BENCH_HOME"] ?? import.meta.url);
const DIGITS = /^[0-9]+$/u;
const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u;
const PLAIN = ["command_on_user", "command_on_message", "component", "form"] as const;
const document = { $defs: schemas, $ref: "#/$defs/Interaction" };

/** ajv over the union, from the module that it printed before this process began: see print-ajv.ts. */
function ajvStandalone(): Guard {
  return require(`${process.env["BENCH_CACHE"] ?? ""}ajv.cjs`) as Guard; // the module is the guard
}

function typeboxCompiled(): Guard {
  const validator = Compile(document);
  return (value) => validator.Check(value);
}

async function zod(): Promise<Guard> {
  const { z } = await import(new URL("node_modules/zod/index.js", HERE).href);
  const digits = z.string().regex(DIGITS);
  const head = {
    id: z.string().regex(UUID),
    serverId: digits,
    channelId: digits,
    userId: digits,
    expiresInMs: z.int(),
  };
  const argument = z.looseObject({ name: z.string(), type: z.string(), value: z.unknown() });
  const data = z.looseObject({
    command: z.looseObject({ publicId: digits, name: z.string() }),
    arguments: z.array(argument),
    focused: z.string(),
    focusedType: z.string().optional(),
    focusedLimits: z.looseObject({ maxLength: z.int().optional() }).optional(),
  });
  const union = z.discriminatedUnion("type", [
    z.looseObject({
      type: z.literal("command"),
      ...head,
      data: z.looseObject({ command: z.looseObject({ name: z.string() }) }),
    }),
    z.looseObject({ type: z.literal("autocomplete"), ...head, data }),
    ...PLAIN.map((type) => z.looseObject({ type: z.literal(type), ...head, data: z.looseObject({}) })),
  ]);
  return (value) => union.safeParse(value).success;
}

async function valibot(): Promise<Guard> {
  const v = await import(new URL("node_modules/valibot/dist/index.mjs", HERE).href);
  const digits = v.pipe(v.string(), v.regex(DIGITS));
  const integer = v.pipe(v.number(), v.integer());
  const head = {
    id: v.pipe(v.string(), v.regex(UUID)),
    serverId: digits,
    channelId: digits,
    userId: digits,
    expiresInMs: integer,
  };
  const argument = v.looseObject({ name: v.string(), type: v.string(), value: v.unknown() });
  const data = v.looseObject({
    command: v.looseObject({ publicId: digits, name: v.string() }),
    arguments: v.array(argument),
    focused: v.string(),
    focusedType: v.optional(v.string()),
    focusedLimits: v.optional(v.looseObject({ maxLength: v.optional(integer) })),
  });
  const union = v.variant("type", [
    v.looseObject({
      type: v.literal("command"),
      ...head,
      data: v.looseObject({ command: v.looseObject({ name: v.string() }) }),
    }),
    v.looseObject({ type: v.literal("autocomplete"), ...head, data }),
    ...PLAIN.map((type) => v.looseObject({ type: v.literal(type), ...head, data: v.looseObject({}) })),
  ]);
  return (value) => v.is(union, value);
}

async function arktype(): Promise<Guard> {
  const { type } = await import(new URL("node_modules/arktype/out/index.js", HERE).href);
  const digits = type(DIGITS);
  const head = { id: type(UUID), serverId: digits, channelId: digits, userId: digits, expiresInMs: "number.integer" };
  const data = type({
    command: { publicId: digits, name: "string" },
    arguments: type({ name: "string", type: "string", value: "unknown" }).array(),
    focused: "string",
    "focusedType?": "string",
    "focusedLimits?": { "maxLength?": "number.integer" },
  });
  const union = PLAIN.reduce(
    (all, name) => all.or({ type: `'${name}'`, ...head, data: "object" }),
    type({ type: "'command'", ...head, data: { command: { name: "string" } } }).or({
      type: "'autocomplete'",
      ...head,
      data,
    }),
  );
  return (value) => union.allows(value);
}

const HERE = new URL("./", process.env["BENCH_HOME"] ?? import.meta.url);

/** Every peer that is there and can run here, by name. */
export async function peers(): Promise<ReadonlyMap<string, Guard>> {
  const makers: Readonly<Record<string, () => Guard | Promise<Guard>>> = {
    "typebox compiled": typeboxCompiled,
    "ajv standalone": ajvStandalone,
    "zod 4": zod,
    valibot,
    arktype,
  };
  const found = new Map<string, Guard>();
  for (const [name, make] of Object.entries(makers)) {
    try {
      found.set(name, await make());
    } catch (error) {
      console.log(
        `${name}: left out (${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)})`,
      );
    }
  }
  return found;
}
