import { Project, type StatementStructures } from "ts-morph";

/**
 * Prints declarations given as data. All of them at once: one source file made of a list of structures costs next to
 * nothing, while adding them one by one parses the file again for each.
 */
export function printStatements(statements: readonly StatementStructures[]): string {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return project
    .createSourceFile("statements.ts", { statements: [...statements] })
    .getFullText()
    .trim();
}
