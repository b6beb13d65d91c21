import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { brand } from "svc-apps/rest";
import { run } from "../../../tools/run.js";
import { reactionRoute } from "./exercise.js";

const spec = fileURLToPath(new URL("../../../spec", import.meta.url));

/**
 * Writes the description as one plain OpenAPI document for tools that know no extension of ours: bundled, the brand
 * filled in, the route of the reaction toggle in its assumed place, extensions dropped. Gives its file name.
 */
export async function plainDescription(folder: string, serverUrl: string): Promise<string> {
  const copy = join(folder, "spec");
  await cp(spec, copy, { recursive: true });
  const messages = parse(await readFile(join(copy, "paths/messages.yaml"), "utf8")) as {
    readonly toggleReaction: object;
  };
  await writeFile(join(copy, "paths/reaction.yaml"), stringify({ reaction: { post: messages.toggleReaction } }));
  const main = join(copy, "openapi.yaml");
  const document = parse(await readFile(main, "utf8")) as { paths: Record<string, object> };
  document.paths[reactionRoute.replace("POST ", "")] = { $ref: "./paths/reaction.yaml#/reaction" };
  await writeFile(main, stringify(document));
  const bundled = join(folder, "bundled.json");
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { code, output } = await run("npx", ["redocly", "bundle", main, "-o", bundled], {
    env: { ...process.env, ...quiet },
  });
  if (code !== 0) throw new Error(output);
  const text = (await readFile(bundled, "utf8")).replaceAll("{{brand}}", brand.value);
  const plain = { ...(withoutExtensions(JSON.parse(text)) as object), servers: [{ url: serverUrl }] };
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(plain));
  return file;
}

/** Drops `x-…` keys, except where they are names: of headers, in properties. */
function withoutExtensions(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExtensions(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => names || !key.startsWith("x-"));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, withoutExtensions(inner, key === "properties" || key === "headers")]),
  );
}

/** How many operations the document has. */
export async function operationIds(file: string): Promise<readonly string[]> {
  const { paths } = JSON.parse(await readFile(file, "utf8")) as {
    readonly paths: Record<string, Record<string, { readonly operationId?: string }>>;
  };
  return Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
}
