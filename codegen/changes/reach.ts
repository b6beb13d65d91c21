import { isRecord } from "../load/pointer.js";
import type { Model } from "../model/model.js";

/** Which functions, events and webhooks use a named schema, directly or through others. */
export interface Reach {
  readonly before: (schemaName: string) => readonly string[];
  readonly after: (schemaName: string) => readonly string[];
}

/** Names that a schema, or anything that holds schemas, refers to. */
export function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, found);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) {
      if (key === "$ref" && typeof item === "string") found.add(item);
      else namesIn(item, found);
    }
  return found;
}

/** Everything reachable from `start`, `start` included. */
function closure(start: Iterable<string>, next: (name: string) => Iterable<string>): Set<string> {
  const seen = new Set(start);
  const queue = [...seen];
  for (let name = queue.pop(); name !== undefined; name = queue.pop())
    for (const other of next(name))
      if (!seen.has(other)) {
        seen.add(other);
        queue.push(other);
      }
  return seen;
}

function usersBySchema(model: Model): ReadonlyMap<string, readonly string[]> {
  const links = new Map(model.schemas.map(({ name, schema }) => [name, namesIn(schema)]));
  const users = new Map<string, Set<string>>();
  const note = (user: string, roots: Iterable<string>): void => {
    for (const name of closure(roots, (one) => links.get(one) ?? [])) {
      const known = users.get(name);
      if (known === undefined) users.set(name, new Set([user]));
      else known.add(user);
    }
  };
  for (const operation of model.operations)
    note(operation.functionName, namesIn([operation.parameters, operation.body, operation.answers]));
  for (const message of model.messages) note(message.type, [message.schemaName]);
  for (const { name, headers, bodies, answers } of model.webhooks) note(name, namesIn([headers, bodies, answers]));
  return new Map([...users].map(([name, found]) => [name, [...found].sort()]));
}

/** Reads both models once, so that each changed type can name whom it touches. */
export function reach(before: Model, after: Model): Reach {
  const [old, now] = [usersBySchema(before), usersBySchema(after)];
  return { before: (name) => old.get(name) ?? [], after: (name) => now.get(name) ?? [] };
}
