import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isCommandDefinition, isServerId } from "../../generated/validators.js";
import type { DesiredCommand } from "../../runtime/http/index.js";
import { UsageError } from "../frame.js";

/**
 * Reads the definitions of a file: `.json`, or a module whose default export (or export `commands`) is the list.
 * An entry is a definition, or `{ command, serverId }` for a command of one server.
 */
export async function readDefinitions(file: string): Promise<readonly DesiredCommand[]> {
  const list = file.endsWith(".json") ? await readJson(file) : await readModule(file);
  if (!Array.isArray(list)) throw new UsageError(`${file} holds no list of command definitions`);
  return list.map((entry: unknown, at) => asDesired(entry, `${file}, entry ${at + 1}`));
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : ""}`, { cause: error });
  }
}

async function readModule(file: string): Promise<unknown> {
  // A module namespace is looked at by name, like any other foreign value.
  const exported = (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, unknown>>;
  return exported["default"] ?? exported["commands"];
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
  if (serverId === undefined) return { command: definition };
  if (!isServerId(serverId)) throw new UsageError(`${where}: serverId must be the id of a server, as a string`);
  return { command: definition, serverId };
}
