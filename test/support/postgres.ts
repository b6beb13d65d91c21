import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type OwnServer, untilOpen } from "./engines.js";

/** Where Debian puts the programs of the server, the newest version first. */
function programs(): string | undefined {
  const base = "/usr/lib/postgresql";
  try {
    const [version] = readdirSync(base).sort((one, other) => Number(other) - Number(one));
    return version === undefined ? undefined : join(base, version, "bin");
  } catch {
    return undefined;
  }
}

/** Whether the server is on this machine; loudly so when it is not, and a failure with SVC_REQUIRE_ENGINES=1. */
export function hasPostgres(): boolean {
  if (programs() !== undefined) return true;
  const text =
    "SKIPPED: there is no PostgreSQL, so nothing is tested against it. It comes with: apt-get install postgresql";
  if (process.env["SVC_REQUIRE_ENGINES"] === "1") throw new Error(text);
  console.warn(`\n*** ${text} ***\n`);
  return false;
}

/** The server refuses to run as root: then it runs as the user that its package brings. */
function owner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** A program whose files may not grow beyond a size, as on a disk that is full. */
const limited = (fileKb: number, program: string): string[] => ["-c", `ulimit -f ${fileKb}; exec "$0" "$@"`, program];

/** Starts a server of one's own, with a database `postgres` for the user `test`, on loopback without a password. No file of it grows beyond `fileKb`. */
export async function startPostgres({ fileKb }: { readonly fileKb?: number } = {}): Promise<OwnServer> {
  const bin = programs() ?? "";
  const user = owner();
  const as = user ?? {};
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "svc-store-postgres-"));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const made = () => {
    const args = ["-D", data, "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
    const { status, stderr } = spawnSync(join(bin, "initdb"), args, { ...as, cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  };
  let child: ChildProcess;
  const start = async () => {
    const args = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
    const postgres = join(bin, "postgres");
    const [program, before] = fileKb === undefined ? [postgres, []] : ["bash", limited(fileKb, postgres)];
    child = spawn(program, [...before, ...args], { ...as, cwd: folder, stdio: "ignore" });
    await untilOpen(port);
    // It takes connections before it takes queries.
    const isReady = () => spawnSync(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).status === 0;
    for (let round = 0; round < 400 && !isReady(); round += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
    child.kill("SIGKILL");
    await gone;
  };
  const onExit = () => void child.kill("SIGKILL");
  process.once("exit", onExit);
  made();
  await start();
  return {
    port,
    folder,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    async restart({ withoutDisk = false } = {}) {
      await kill();
      if (withoutDisk) {
        rmSync(data, { recursive: true, force: true });
        made();
      }
      await start();
    },
    async stop() {
      process.off("exit", onExit);
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
