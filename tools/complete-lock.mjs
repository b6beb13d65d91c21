// Adds what npm leaves out of package-lock.json: optional packages for other platforms. Without their entries `npm ci`
// refuses the lock file. Run it after `npm install`; it asks the configured registry for each missing package.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
const { packages } = lock;

/** Where Node would find `name` when `from` imports it. */
function installed(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === "") return undefined;
  }
}

/** A registry may not carry packages for platforms that its users do not have: the name tells the platform. */
function guessed(name, version) {
  const parts = name.split(/[/-]/);
  const os = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32", "aix"];
  const cpu = ["arm64", "x64", "ia32", "arm", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];
  const at = (known) => known.filter((one) => parts.includes(one));
  return { version, cpu: at(cpu).length ? at(cpu) : ["none"], optional: true, os: at(os).length ? at(os) : ["none"] };
}

async function view(name, version) {
  const answer = await run("npm", ["view", `${name}@${version}`, "--json"], { maxBuffer: 1e8 }).catch(() => undefined);
  if (!answer) return guessed(name, version);
  const { stdout } = answer;
  const given = JSON.parse(stdout);
  const found = Array.isArray(given) ? given.at(-1) : given;
  const { cpu, os, libc, engines, license, dist } = found;
  const entry = {
    version: found.version,
    cpu,
    dev: undefined,
    integrity: dist.integrity,
    libc,
    license,
    optional: true,
    os,
    engines,
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

const wanted = new Map();
for (const [from, { optionalDependencies = {}, dev, peer }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = installed(from, name);
    if (path && packages[path].integrity) continue;
    // Beside its siblings: where the importer's own folder holds none, at the importer's level.
    const base = from.slice(0, from.lastIndexOf("node_modules/"));
    const top = packages[`node_modules/${name}`];
    const place = path ?? (top === undefined ? `${base}node_modules/${name}` : `${from}/node_modules/${name}`);
    wanted.set(place, { name, version, dev, peer });
  }
}
const queue = [...wanted];
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [place, { name, version, dev, peer }] = next;
    packages[place] = { ...(await view(name, version)), ...(dev ? { dev } : {}), ...(peer ? { peer } : {}) };
  }
};
await Promise.all(Array.from({ length: 8 }, worker));
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
await writeFile("package-lock.json", `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${wanted.size} entries added`);
