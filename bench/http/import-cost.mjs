/** What importing costs in a fresh Node process, over one that imports nothing: the least of several processes. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const root = createRequire(new URL("../../package.json", import.meta.url));
const here = createRequire(import.meta.url);
const url = (resolve, name) => pathToFileURL(resolve.resolve(name)).href;

const ONCE = (specifier) => `
  const start = performance.now();
  await import(${JSON.stringify(specifier)});
  console.log(performance.now() - start);
`;

export async function importCosts(times = 15) {
  const wanted = {
    nothing: "data:text/javascript,",
    "svc-apps": url(root, "svc-apps"),
    "svc-apps/rest": url(root, "svc-apps/rest"),
    "svc-apps/events": url(root, "svc-apps/events"),
    "svc-apps/delivery": url(root, "svc-apps/delivery"),
    "node:http": "node:http",
    "openapi-fetch": url(root, "openapi-fetch"),
    undici: url(root, "undici"),
    axios: url(here, "axios"),
    ky: new URL("./node_modules/ky/distribution/index.js", import.meta.url).href,
    "@discordjs/rest": url(here, "@discordjs/rest"),
  };
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, []]));
  for (let time = 0; time < times; time += 1) {
    for (const [name, specifier] of Object.entries(wanted)) {
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", ONCE(specifier)]);
      found[name].push(Number(stdout.toString()));
    }
  }
  const least = (name) => Math.min(...found[name]);
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, least(name) - least("nothing")]));
}
