import type { Finding, Place } from "./finding.js";
import type { Level } from "./rules.js";

/** How findings are printed. */
export const FORMATS = ["text", "json", "markdown"] as const;
export type Format = (typeof FORMATS)[number];

const TITLES: Readonly<Record<Level, string>> = { breaking: "Breaking", warning: "Warnings", info: "Info" };
const LISTED = 6;
const NOTHING = "Nothing changed.";

/** The findings for people, for programs, or for a pull request. */
export function report(findings: readonly Finding[], format: Format): string {
  if (format === "json") return `${JSON.stringify(findings, undefined, 2)}\n`;
  return format === "markdown" ? markdown(findings) : text(findings);
}

/** Findings by level, the gravest first; levels without any are left out. */
function byLevel(findings: readonly Finding[]): readonly (readonly [title: string, members: readonly Finding[]])[] {
  return Object.entries(TITLES).flatMap(([level, title]) => {
    const members = findings.filter((one) => one.level === level);
    return members.length === 0 ? [] : [[title, members] as const];
  });
}

const named = ({ subject, at }: Finding): string => (at === "" ? subject : `${subject}, ${at}:`);

const written = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

function reached({ affects }: Finding): string {
  const users = affects.length > LISTED ? [...affects.slice(0, LISTED), `${affects.length - LISTED} more`] : affects;
  return users.join(", ");
}

function text(findings: readonly Finding[]): string {
  if (findings.length === 0) return `${NOTHING}\n`;
  const groups = byLevel(findings).flatMap(([title, members]) => [
    `${title} (${members.length})`,
    ...members.flatMap((one) => [
      `  ${named(one)} ${one.message}${one.affects.length === 0 ? "" : ` (${reached(one)})`}`,
      `      ${one.rule}, ${one.side}: ${written(one.before)} -> ${written(one.after)}`,
    ]),
    "",
  ]);
  return groups.join("\n");
}

/** Text that Markdown takes as it stands, in a cell of a table. */
const plain = (value: string): string => value.replace(/[\\*_<>[\]|#]/g, (sign) => `\\${sign}`).replaceAll("\n", " ");

/** For a cell of a table: code, with bars that do not end it. */
const code = (value: string): string => {
  const marks = value.includes("`") ? "``" : "`";
  return `${marks}${value.replaceAll("|", "\\|").replaceAll("\n", " ")}${marks}`;
};

function markdown(findings: readonly Finding[]): string {
  if (findings.length === 0) return `### API changes\n\n${NOTHING}\n`;
  const groups = byLevel(findings);
  const counts = groups.map(([title, { length }]) => `${title}: ${length}`).join(", ");
  return [`### API changes`, "", `${counts}.`, "", ...groups.flatMap(section)].join("\n");
}

function section([title, members]: readonly [string, readonly Finding[]]): string[] {
  const rows = members.map((one) => {
    const what = `${code(one.subject)}${one.at === "" ? "" : ` ${code(one.at)}`} ${plain(one.message)}`;
    const cells = [
      what,
      code(one.rule),
      one.side,
      plain(reached(one)),
      code(`${written(one.before)} → ${written(one.after)}`),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const table = ["| Change | Rule | Side | Reaches | Place |", "| --- | --- | --- | --- | --- |", ...rows];
  // What needs no decision is folded away.
  const folded = title === TITLES.info;
  const head = `${title} (${members.length})`;
  return folded
    ? ["<details>", `<summary>${head}</summary>`, "", ...table, "", "</details>", ""]
    : [`#### ${head}`, "", ...table, ""];
}
