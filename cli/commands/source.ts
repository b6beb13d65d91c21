import { access, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isCommandDefinition, isServerId } from "../../generated/validators.js";
import { INSIDE, type Inside } from "../../runtime/app/inside.js";
import type { DesiredCommand } from "../../runtime/http/index.js";
import { UsageError } from "../usage-error.js";
import { commandsIn } from "./exports.js";
import { misspelledIn } from "./fields.js";
import { messageOf } from "../message.js";

/** How modules are loaded. */
export interface Loading {
  /** Loads a module, by its address. */
  readonly load: (url: string) => Promise<object>;
  /** How long that may take, milliseconds. */
  readonly patienceMs: number;
}

/**
 * Reads the definitions of a file: a list in `.json`, or what a module exports, as {@link commandsIn} finds it.
 * An entry is a definition, or `{ command, serverId }` for a command of one server.
 */
export async function readDefinitions(file: string, loading: Loading): Promise<readonly DesiredCommand[]> {
  await checkReadable(file);
  const list = file.endsWith(".json") ? await readJson(file) : commandsIn(await loadModule(file, loading), file);
  if (!Array.isArray(list)) throw new UsageError(`${file} holds no list of command definitions`);
  return list.map((entry: unknown, at) => asDesired(entry, `${file}, entry ${at + 1}`));
}

async function checkReadable(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
}

/** Looks into the App that a module exports. @throws UsageError when there is none, or several */
export async function readApp(file: string, loading: Loading): Promise<Inside> {
  await checkReadable(file);
  const exported = new Set(Object.values(await loadModule(file, loading)));
  const [app, ...others] = [...exported].filter((one: unknown) => Reflect.get(Object(one), INSIDE) !== undefined);
  if (app === undefined) throw new UsageError(`${file} exports no App: write export const app = new App(…) there`);
  if (others.length > 0)
    throw new UsageError(`${file} exports ${others.length + 1} Apps: pass a module with one of them`);
  return Reflect.get(Object(app), INSIDE) as Inside; // the name is known to this package alone
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

/** A module that waits for something at its top level, such as the end of its App, is given up. */
async function loadModule(file: string, { load, patienceMs }: Loading): Promise<object> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new UsageError(
      `${file} has not loaded within ${patienceMs / 1_000} s: it waits for something itself`,
    );
    timer = setTimeout(() => reject(error), patienceMs);
  });
  try {
    return await Promise.race([load(pathToFileURL(resolve(file)).href), late]);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new UsageError(`this Node does not load ${file}: build it first, and pass the JavaScript`, {
        cause: error,
      });
    }
    throw new Error(`${file} cannot be loaded: ${messageOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function asDesired(entry: unknown, where: string): DesiredCommand {
  const { command, serverId } =
    typeof entry === "object" && entry !== null && "command" in entry
      ? (entry as { command: unknown; serverId?: unknown }) // checked field by field below
      : { command: entry, serverId: undefined };
  // Definitions made in code may carry methods beside their data; what is sent is the data.
  const definition: unknown = JSON.parse(JSON.stringify(command ?? null));
  if (!isCommandDefinition(definition)) {
    throw new UsageError(`${where} is no command definition: type (chat, user or message), name and description`);
  }
  const slip = misspelledIn(definition);
  if (slip !== undefined) throw new UsageError(`${where}: ${slip}`);
  if (serverId === undefined) return { command: definition };
  if (serverId === null) return { command: definition, serverId };
  if (!isServerId(serverId)) {
    throw new UsageError(`${where}: serverId must be the id of a server, as a string, or null for a global command`);
  }
  return { command: definition, serverId };
}
