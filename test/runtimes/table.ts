import { readFile, writeFile } from "node:fs/promises";

const page = "docs/runtimes.md";

/** Rows by name, each with its cells by column. */
export type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The table between two marks of the page; `name` is in both. */
export async function readTable(name: string): Promise<Table> {
  const [head = "", , ...rows] = linesOf(await readFile(page, "utf8"), name);
  const [, ...columns] = cellsOf(head);
  return Object.fromEntries(
    rows.map((row) => {
      const [first = "", ...cells] = cellsOf(row);
      return [first, Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]))];
    }),
  );
}

/** Writes the rows that were played over those of the page, which keeps the others. */
export async function writeTable(name: string, played: Table): Promise<void> {
  const rows = { ...(await readTable(name)), ...played };
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))];
  const lines = Object.entries(rows).map(([first, row]) =>
    line([first, ...columns.map((column) => row[column] ?? "-")]),
  );
  const table = [line(["", ...columns]), line(["", ...columns].map(() => "---")), ...lines].join("\n");
  const text = await readFile(page, "utf8");
  await writeFile(page, text.replace(between(name), `$1\n\n${table}\n\n$3`));
}

const between = (name: string): RegExp => new RegExp(`(<!-- ${name} -->)([^]*?)(<!-- /${name} -->)`);
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const linesOf = (text: string, name: string): string[] =>
  (between(name).exec(text)?.[2] ?? "").split("\n").filter((found) => found.startsWith("|"));
const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());

/** A table for people who read the output. */
export function printed(table: Table): string {
  const width = Math.max(...Object.keys(table).map((name) => name.length));
  return Object.entries(table)
    .map(([name, row]) => {
      const bad = Object.entries(row).filter(([, cell]) => cell !== "yes" && cell !== "-");
      const said = bad.length === 0 ? "yes" : bad.map(([column, cell]) => `${column}: ${cell}`).join("; ");
      return `${name.padEnd(width)}  ${said}`;
    })
    .join("\n");
}
