/** Which places of a program a change between two descriptions touches. */
import type { Finding, Place } from "../changes/finding.js";
import type { Model, OperationModel } from "../model/model.js";
import type { Use, Uses } from "./collect.js";

/** A change, and where the program uses what changed. */
export interface TouchedFinding extends Finding {
  readonly uses: readonly Use[];
}

/** What no program notices by what it uses: the names in the head of the document. */
const NOTICED_BY_NOBODY: ReadonlySet<string> = new Set(["title-changed"]);
/** What every call is part of. */
const OF_ALL_CALLS = /^(server-|default-server-|security-scheme-|oauth-|channel-)/;
/** Changes of a field that callers notice who do not send it yet. */
const OF_CALLERS = /^request-(required-property-added|property-became-required|property-refused)$/;
/** Changes of what stands in a call beside its body, which only those notice who give it. */
const OF_PARAMETERS =
  /^parameter-(added|removed|moved|renamed|passed-as-list|became-list|became-optional|style-changed)$/;

/** The changes that touch the program, each with the places that use what changed. */
export function touching(
  findings: readonly Finding[],
  models: readonly [before: Model, after: Model],
  uses: Uses,
): readonly TouchedFinding[] {
  const search = new Search(models, uses);
  return findings.flatMap((finding) => {
    const found = search.usesOf(finding);
    return found.length === 0 ? [] : [{ ...finding, uses: found }];
  });
}

class Search {
  readonly #models: readonly Model[];
  readonly #uses: Uses;
  readonly #operations: ReadonlyMap<string, readonly OperationModel[]>;
  /** Names of types by where they stand, for each of the two descriptions. */
  readonly #origins: readonly ReadonlyMap<string, readonly string[]>[];
  /** Types, functions and tables of which the program uses a field. */
  readonly #holders: readonly string[];

  constructor(models: readonly Model[], uses: Uses) {
    this.#models = models;
    this.#uses = uses;
    this.#operations = byLabel(models);
    this.#origins = models.map(({ schemas }) => grouped(schemas.map(({ origin, name }) => [origin, name])));
    this.#holders = [...new Set([...uses.fields.keys()].map((key) => key.slice(0, key.lastIndexOf("."))))];
  }

  usesOf(finding: Finding): readonly Use[] {
    const { rule, subject, name, at } = finding;
    if (NOTICED_BY_NOBODY.has(rule)) return [];
    if (OF_ALL_CALLS.test(rule)) return this.#calls([...this.#operations.values()].flat());
    const [, kind, of = ""] = /^(limit|code|table|assumption|union|event) (.+)$/.exec(subject) ?? [];
    if (kind !== undefined && this.#fieldOf(finding) === undefined) return this.#usesOfKind(kind, of, at);
    const operations = this.#reached(finding);
    if (rule === "refusal-removed") return sorted([...this.#texts(name)]);
    if (OF_CALLERS.test(rule)) return this.#calls(operations, this.#usesOfField(finding, operations));
    const parameter = this.#parameterOf(finding, operations);
    if (parameter !== undefined) return parameter;
    if (this.#fieldOf(finding) !== undefined) return sorted(this.#usesOfField(finding, operations));
    const types = this.#typesAt(finding);
    if (types.length === 0) return this.#calls(operations);
    const ofTypes = types.flatMap((type) => [...this.#named(type), ...(this.#uses.wholes.get(type) ?? [])]);
    return sorted(ofTypes);
  }

  #usesOfKind(kind: string, of: string, at: string): readonly Use[] {
    const [step = ""] = at.split(/[.[]/);
    const table = step === "" ? this.#named(of) : [...this.#fields([of], step)];
    const schemas = this.#models.flatMap(({ messages }) => messages.filter(({ type }) => type === of));
    const found: Readonly<Record<string, readonly Use[]>> = {
      limit: this.#fields(["limits"], of),
      table,
      assumption: this.#ending(`.${of}`),
      code: this.#texts(of),
      union: [...this.#named(of), ...this.#named(`decode${of}`)],
      event: [...this.#texts(of), ...schemas.flatMap(({ schemaName }) => this.#named(schemaName))],
    };
    return sorted(found[kind] ?? []);
  }

  /** Uses of a parameter that the finding is about; undefined where it is about none. */
  #parameterOf(
    { rule, name, at, message }: Finding,
    operations: readonly OperationModel[],
  ): readonly Use[] | undefined {
    const words = `${at} ${OF_PARAMETERS.test(rule) ? `${name} ${message}` : ""}`.split(/[\s`,:]+/);
    const found = operations.flatMap((operation) => {
      const named = operation.parameters.filter((one) => words.includes(one.wireName) || words.includes(one.name));
      return named.length === 0 && !OF_PARAMETERS.test(rule) ? [] : [{ operation, named }];
    });
    if (found.length === 0 || /^(required-parameter-added|parameter-became-required)$/.test(rule)) return undefined;
    return sorted(
      found.flatMap(({ operation, named }) =>
        named.flatMap((one) => this.#fields(this.#holdersOf(operation), one.name.replace(/^.*\./, ""))),
      ),
    );
  }

  #usesOfField(finding: Finding, operations: readonly OperationModel[]): readonly Use[] {
    const field = this.#fieldOf(finding);
    if (field === undefined) return [];
    const renamed = operations.flatMap(({ body }) => body?.renamed?.names[field] ?? []);
    // What is received is not a parameter, and what is sent is nothing else.
    const isReceived = finding.rule.startsWith("response-");
    const fits = (holder: string): boolean => holder.endsWith("Params") !== isReceived;
    const ofCalls = operations.flatMap((one) => this.#holdersOf(one)).filter(fits);
    const holders = [...this.#typesAt(finding), ...ofCalls];
    return [...new Set([field, ...renamed])].flatMap((name) => this.#fields(holders, name));
  }

  /** The field that a finding is about: where it stands, or what came or went below that. */
  #fieldOf({ before, after }: Finding): string | undefined {
    const [longer, shorter] = before.pointer.length > after.pointer.length ? [before, after] : [after, before];
    return fieldIn(longer) ?? fieldIn(shorter);
  }

  /** Names of the types in which a finding stands, the innermost ones. */
  #typesAt({ before, after }: Finding): readonly string[] {
    const found = [before, after].flatMap(({ file, pointer }, side) => {
      const known = this.#origins[side];
      for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
        const names = known?.get(`${file}#${at}`);
        if (names !== undefined || at === "") return names ?? [];
      }
    });
    return [...new Set(found)];
  }

  #reached({ subject, affects }: Finding): readonly OperationModel[] {
    return [...new Set([subject, ...affects].flatMap((label) => this.#operations.get(label) ?? []))];
  }

  #calls(operations: readonly OperationModel[], others: readonly Use[] = []): readonly Use[] {
    const functions = operations.flatMap(({ functionName, streamed }) => [
      functionName,
      `${functionName}Operation`,
      ...(streamed === undefined ? [] : [streamed.functionName]),
    ]);
    return sorted([...new Set(functions)].flatMap((name) => this.#named(name)).concat(others));
  }

  /** Types that begin with the name of an operation hold its parameters and its answers. */
  #holdersOf({ typeName, functionName }: OperationModel): readonly string[] {
    return this.#holders.filter((name) => name.startsWith(typeName) || name === functionName);
  }

  #named = (name: string): readonly Use[] => this.#uses.names.get(name) ?? [];
  #texts = (text: string): readonly Use[] => this.#uses.texts.get(text) ?? [];

  #fields(holders: readonly string[], name: string): readonly Use[] {
    const { fields, wholes } = this.#uses;
    return [...new Set(holders)].flatMap((one) => [
      ...(fields.get(`${one}.${name}`) ?? []),
      ...(wholes.get(one) ?? []),
    ]);
  }

  #ending(end: string): readonly Use[] {
    return [...this.#uses.fields].filter(([key]) => key.endsWith(end)).flatMap(([, found]) => found);
  }
}

const byLabel = (models: readonly Model[]): ReadonlyMap<string, readonly OperationModel[]> =>
  grouped(
    models
      .flatMap(({ operations }) => operations)
      .flatMap((one) => [`${one.method} ${one.path}`, one.functionName].map((label) => [label, one] as const)),
  );

function grouped<Item>(pairs: readonly (readonly [key: string, item: Item])[]): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const [key, item] of pairs) {
    const known = found.get(key);
    if (known === undefined) found.set(key, [item]);
    else known.push(item);
  }
  return found;
}

/** The last field on the way to a place. */
function fieldIn({ pointer }: Place): string | undefined {
  const steps = pointer.split("/").slice(1);
  const at = steps.lastIndexOf("properties");
  const step = at < 0 ? undefined : steps[at + 1];
  return step?.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Each place once, in the order of the program. */
function sorted(uses: readonly Use[]): readonly Use[] {
  const unique = new Map(uses.map((use) => [`${use.file}:${use.line}`, use]));
  return [...unique.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}
