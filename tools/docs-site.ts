/**
 * `npm run docs:spec`: both descriptions as pages that need nothing but themselves: scripts stand inside them, and
 * their content security policy lets them ask nothing of the outside. Written to `site/`.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { run } from "./run.js";

const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
const into = process.argv[2] ?? "site";

async function redocly(...args: readonly string[]): Promise<void> {
  const { code, output } = await run("npx", ["redocly", ...args], { env });
  if (code !== 0) throw new Error(output);
}

/** The description as one file, with the values that stand as {{name}} in its sources. */
async function bundle(source: string, target: string, values: Readonly<Record<string, string>>): Promise<void> {
  await redocly("bundle", source, "--config", "spec/redocly.yaml", "--output", target);
  const text = await readFile(target, "utf8");
  await writeFile(
    target,
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole),
  );
}

const settings = parse(await readFile("spec/codegen.yaml", "utf8")) as { substitutions?: Record<string, string> }; // our own file
const place = await mkdtemp(join(tmpdir(), "docs-site-"));
try {
  await mkdir(into, { recursive: true });
  for (const name of ["openapi", "asyncapi"]) {
    const whole = join(place, `${name}.json`);
    await bundle(`spec/${name}.yaml`, whole, settings.substitutions ?? {});
    const page = join(into, `${name}.html`);
    await redocly("build-docs", whole, "--inlineBundle", "--template", "docs/site.hbs", "--output", page);
    // Stands here because prettier takes it out of the template; without it browsers fall back on rules of the nineties.
    await writeFile(page, `<!doctype html>\n${await readFile(page, "utf8")}`);
    console.log(page);
  }
} finally {
  await rm(place, { recursive: true, force: true });
}
