import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** An option as the comment above it documents it. */
export interface DocumentedOption {
  readonly name: string;
  /** A number that its comment names as the default. */
  readonly defaultNumber?: number;
}

/** What the interface of that name in the file declares by itself. */
export function documentedOptions(file: string, of: string): readonly DocumentedOption[] {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === of,
  );
  if (found === undefined) throw new Error(`${file} has no interface ${of}`);
  return found.members.flatMap((member) => {
    if (member.name === undefined || !ts.isIdentifier(member.name)) return [];
    const comment = member.getFullText().slice(0, member.getStart() - member.getFullStart());
    const [, text] = /Default:? (?:the assumption `\w+`, )?(\d[\d, ]*)(?![\d ]*[A-Za-z]iB)/.exec(comment) ?? [];
    const defaultNumber = text === undefined ? {} : { defaultNumber: Number(text.replaceAll(/[, ]/g, "")) };
    return [{ name: member.name.text, ...defaultNumber }];
  });
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
