import type { Command, CommandDefinition, CommandList } from "../../../../generated/types.js";
import { ArgumentError } from "../../../base/errors.js";
import { any, checkOptions, flag, type OptionsOf, options } from "../../../base/options.js";
import {
  type ChangedField,
  changedFields,
  checkDistinct,
  checkScope,
  type CommandKey,
  type CommandScope,
  describeKey,
  describeScope,
  type DesiredCommand,
  keyOf,
  keyText,
  readPermission,
  scopesOf,
  UNKNOWN,
} from "./compare.js";

/** One step of a plan; `key.serverId` is its scope. */
export type CommandStep = { readonly key: CommandKey } & (
  | { readonly action: "create"; readonly definition: CommandDefinition }
  | {
      readonly action: "update";
      readonly definition: CommandDefinition;
      readonly listed: Command;
      readonly changed: readonly ChangedField[];
    }
  | { readonly action: "delete"; readonly listed: Command }
  /** `note`: why it may be another command that is registered. */
  | { readonly action: "keep"; readonly listed: Command; readonly note?: string }
  /** Registered and not defined here; it stays, because deleting it was not asked for, or it is of another scope. */
  | { readonly action: "leave"; readonly listed: Command }
  /** Nothing is done; `problem` says why, and what to do. */
  | { readonly action: "blocked"; readonly problem: string }
);

/** The steps that make the registered commands the defined ones. */
export interface CommandPlan {
  readonly steps: readonly CommandStep[];
  /** The list was cut off: commands that it lacks may exist. */
  readonly truncated: boolean;
  /** Whether anything would be written. */
  readonly hasChanges: boolean;
  /** Whether a step is blocked. */
  readonly isBlocked: boolean;
}

/** Options of {@link planCommands}. */
export interface PlanOptions extends OptionsOf<typeof planOptions> {}

const planOptions = /* @__PURE__ */ options(() => ({
  /**
   * The scope of the plan: a server, or null for the global commands. Definitions that name no server belong to it, one
   * that names another is an error, and nothing outside it is touched. Default: the scope that the definitions name,
   * global for those that name none; then each is looked for in its own.
   */
  scope: any<CommandScope>(),
  /** Deletes registered commands of the scope that are not defined. Default false. */
  prune: flag(false),
  /** With `prune`: deletes in every scope. Default false: only in the one that the plan is about. */
  allScopes: flag(false),
  /**
   * The App has commands in this scope only: where the list does not say scopes, all are taken to be of this one.
   * Default false: a command that might be of another scope is neither changed nor deleted.
   */
  onlyScope: flag(false),
  /** Takes a list that was cut off for complete. Default false. */
  force: flag(false),
  /** Whether `requiredPermission` is compared and sent: the assumption `commandPermission`. Default `sent`. */
  commandPermission: any<"sent" | "omitted">(),
}));

/** A misspelled scope must not become "everywhere", least of all with `prune`. */
function checkPlanOptions(given: PlanOptions): void {
  checkOptions(given, planOptions, { of: "planCommands()" });
  if ("scope" in given) checkScope("scope", given.scope);
}

/**
 * Compares definitions with the registered commands. Pure: nothing is sent. Commands are told apart by scope, type and
 * name; equal ones are left alone, because every edit makes all clients load the catalog again.
 *
 * @throws ArgumentError for two definitions of one command, a definition outside the named scope, an invalid scope,
 * an
 *   option that does not exist, and `onlyScope` with definitions of several scopes.
 */
export function planCommands(
  given: readonly DesiredCommand[],
  list: CommandList,
  options: PlanOptions = {},
): CommandPlan {
  checkPlanOptions(options);
  const desired = given.map((one) => inScope(one, options.scope));
  checkDistinct(desired);
  for (const one of desired) checkPermission(one);
  const scope = theScope(desired, options);
  const listed = sortListed(list.commands, options.onlyScope ? scope : undefined);
  const rules: Rules = {
    // What does not say that it is whole is not: nothing is deleted or created for what it lacks.
    whole: options.force === true || list.truncated === false,
    withPermission: options.commandPermission !== "omitted",
    isPruned: (of) => options.prune === true && (options.allScopes === true || of === scope),
    prunes: options.prune === true,
  };
  const wanted = new Map(desired.map((one) => [keyText(keyOf(one)), one]));
  const steps: CommandStep[] = [];
  const settled = new Set<Command>();
  for (const [text, one] of wanted) {
    const found = listed.known.get(text) ?? [];
    const lookalikes = listed.unknown.filter(
      ({ type, name }) => type === one.command.type && name === one.command.name,
    );
    for (const command of [...found, ...lookalikes]) settled.add(command);
    const rivals = desired.filter(
      ({ command: { type, name } }) => type === one.command.type && name === one.command.name,
    );
    const candidates = { found, lookalikes, rivals: rivals.length };
    steps.push(stepFor(one, candidates, rules));
  }
  for (const [command, of] of listed.scopes) if (!settled.has(command)) steps.push(surplusStep(command, of, rules));
  return {
    steps,
    truncated: list.truncated !== false,
    hasChanges: steps.some(({ action }) => action === "create" || action === "update" || action === "delete"),
    isBlocked: steps.some(({ action }) => action === "blocked"),
  };
}

/** It says that the service does not know a requirement. Sent, it would become one that no user meets. */
function checkPermission(one: DesiredCommand): void {
  if (one.command.requiredPermission !== UNKNOWN) return;
  throw new ArgumentError(`${describeKey(keyOf(one))}: requiredPermission "${UNKNOWN}" is only read, and never sent`);
}

interface Rules {
  readonly whole: boolean;
  readonly withPermission: boolean;
  readonly prunes: boolean;
  readonly isPruned: (scope: CommandScope) => boolean;
}

function inScope(one: DesiredCommand, scope: CommandScope | undefined): DesiredCommand {
  if (one.serverId !== undefined) checkScope("serverId", one.serverId);
  if (scope === undefined) return one;
  if (one.serverId === undefined) return { ...one, serverId: scope };
  if (one.serverId === scope) return one;
  throw new ArgumentError(`${describeKey(keyOf(one))} is outside the scope of the plan, ${describeScope(scope)}`);
}

/** The scope of the plan; undefined when the definitions are of several, so that nothing is pruned by guess. */
function theScope(desired: readonly DesiredCommand[], { scope, onlyScope }: PlanOptions): CommandScope | undefined {
  if (scope !== undefined) return scope;
  const [only = null, ...others] = new Set(desired.map((one) => keyOf(one).serverId));
  if (others.length === 0) return only;
  if (onlyScope) throw new ArgumentError("onlyScope: the definitions are of several scopes");
  return undefined;
}

interface Listed {
  readonly scopes: ReadonlyMap<Command, CommandScope | undefined>;
  readonly known: ReadonlyMap<string, readonly Command[]>;
  /** Commands of unknown scope. */
  readonly unknown: readonly Command[];
}

function sortListed(commands: readonly Command[], unsaid: CommandScope | undefined): Listed {
  const said = scopesOf(commands);
  const scopes = new Map([...said].map(([command, scope]) => [command, scope === undefined ? unsaid : scope]));
  const known = new Map<string, Command[]>();
  for (const [command, serverId] of scopes) {
    if (serverId === undefined) continue;
    const text = keyText({ serverId, type: command.type, name: command.name });
    known.set(text, [...(known.get(text) ?? []), command]);
  }
  return { scopes, known, unknown: commands.filter((command) => scopes.get(command) === undefined) };
}

interface Candidates {
  /** Registered under this key. */
  readonly found: readonly Command[];
  /** Of this type and name, in a scope that the list does not say. */
  readonly lookalikes: readonly Command[];
  /** Definitions of this type and name in any scope. */
  readonly rivals: number;
}

const ONLY_SCOPE =
  "if the App has commands in no other scope, say so (onlyScope, --only-scope); otherwise edit or delete by id";

function stepFor(one: DesiredCommand, { found, lookalikes, rivals }: Candidates, rules: Rules): CommandStep {
  const key = keyOf(one);
  const [listed, ...others] = found;
  if (others.length > 0) {
    const ids = found.map(({ publicId }) => publicId).join(", ");
    return { key, action: "blocked", problem: `registered ${found.length} times (${ids}); delete all but one` };
  }
  if (listed) return editStep(one, listed, rules);
  const [lookalike] = lookalikes;
  if (lookalike) {
    // Keeping an equal command changes nothing. Each of several definitions needs a command of its own.
    const equal = lookalikes.filter(
      (command) => changedFields(one.command, command, rules.withPermission).length === 0,
    );
    if (equal[0] && lookalikes.length >= rivals) {
      const note = `an equal command is registered, but the list does not say in which scope; ${ONLY_SCOPE}`;
      return { key, action: "keep", listed: equal[0], ...(key.serverId !== null && { note }) };
    }
    const ids = lookalikes.map(({ publicId }) => publicId).join(", ");
    const problem = `a command of this name is registered (${ids}), but the list does not say in which scope; ${ONLY_SCOPE}`;
    return { key, action: "blocked", problem };
  }
  if (rules.whole) return { key, action: "create", definition: writable(one.command, undefined, rules.withPermission) };
  return { key, action: "blocked", problem: "the list was cut off, so it may exist already; force to create it" };
}

function editStep(one: DesiredCommand, listed: Command, { withPermission }: Rules): CommandStep {
  const key = keyOf(one);
  const changed = changedFields(one.command, listed, withPermission);
  if (changed.length === 0) return { key, action: "keep", listed };
  const unmanaged = one.command.requiredPermission === undefined && readPermission(listed).kind === "unknown";
  if (unmanaged && withPermission) {
    const problem =
      "no one may trigger it, because the service does not know what it requires, and an edit would lift that; " +
      "state requiredPermission (a name, or null) in its definition";
    return { key, action: "blocked", problem };
  }
  return { key, action: "update", listed, changed, definition: writable(one.command, listed, withPermission) };
}

function surplusStep(listed: Command, scope: CommandScope | undefined, rules: Rules): CommandStep {
  const key = { serverId: scope, type: listed.type, name: listed.name };
  if (scope === undefined) {
    if (!rules.prunes) return { key, action: "leave", listed };
    const problem = `the list does not say in which scope it is, so it is not deleted; ${ONLY_SCOPE}`;
    return { key, action: "blocked", problem };
  }
  if (!rules.isPruned(scope)) return { key, action: "leave", listed };
  if (rules.whole) return { key, action: "delete", listed };
  return { key, action: "blocked", problem: "the list was cut off, so nothing is deleted; force to do it" };
}

type Fields = { readonly publicId?: unknown; readonly version?: unknown; readonly serverId?: unknown };

/**
 * The whole definition, as it is sent. An edit replaces everything, so a requirement that the definition does not
 * manage is sent back as it was read; one that the service calls unknown is never sent.
 */
function writable(
  definition: CommandDefinition,
  listed: Command | undefined,
  withPermission: boolean,
): CommandDefinition {
  // Those of a listed command are the service's own.
  const { publicId: _id, version: _version, serverId: _server, ...own } = definition as CommandDefinition & Fields;
  const { requiredPermission, ...rest } = own;
  if (!withPermission) return rest;
  if (requiredPermission !== undefined) return own;
  const read = listed ? readPermission(listed) : undefined;
  return read?.kind === "permission" ? { ...rest, requiredPermission: read.name } : rest;
}
