import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** An option as the comment above it documents it. */
export interface DocumentedOption {
  readonly name: string;
  /** A number that its comment names as the default. */
  readonly defaultNumber?: number;
}

/** Where a table of options is defined: its file and its name there. */
export type Definition = readonly [file: string, table: string];

/** What these tables define by themselves, each with the comment above it. */
export function documentedOptions(definitions: readonly Definition[]): readonly DocumentedOption[] {
  const found = new Map<string, DocumentedOption>();
  for (const [file, table] of definitions)
    for (const property of propertiesOf(file, table)) {
      const name = property.name.getText();
      const comment = property.getFullText().slice(0, property.getStart() - property.getFullStart());
      const [, text] = /Default:? (?:the assumption `\w+`, )?(\d[\d, ]*)(?![\d ]*[A-Za-z]iB)/.exec(comment) ?? [];
      const defaultNumber = text === undefined ? {} : { defaultNumber: Number(text.replaceAll(/[, ]/g, "")) };
      found.set(name, { name, ...defaultNumber });
    }
  return [...found.values()];
}

function propertiesOf(file: string, table: string): readonly ts.PropertyAssignment[] {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === table);
  let properties: readonly ts.PropertyAssignment[] | undefined;
  const visit = (node: ts.Node): void => {
    if (properties === undefined && ts.isObjectLiteralExpression(node))
      properties = node.properties.filter(ts.isPropertyAssignment);
    else ts.forEachChild(node, visit);
  };
  if (declared !== undefined) visit(declared);
  if (properties === undefined) throw new Error(`${file} defines no ${table}`);
  return properties;
}

/** How it shows that an option is heeded. */
export interface Probe {
  /** A value that is not the default. */
  readonly value: unknown;
  /** The documented default: passing it changes nothing. */
  readonly standard?: unknown;
  /** What happens with the option, and without it for `undefined`. */
  readonly play: (value: unknown) => Promise<string>;
}

/** By option; a text says why there is nothing to show. */
export type Probes = Readonly<Record<string, Probe | string>>;
