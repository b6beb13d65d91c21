import { spawn } from "node:child_process";

/** The program that opens an address in the browser, by platform. */
const openers: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the browser. Where there is none, nothing happens: the address was printed. */
export function openPage(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
