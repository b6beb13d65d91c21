import type { Finding, Place } from "./finding.js";
import { plain } from "../printable.js";
import { annotations, junit } from "./report-ci.js";
import type { Level } from "./rules.js";

/** How findings are printed. */
export const FORMATS = ["text", "json", "markdown", "github", "junit"] as const;
export type Format = (typeof FORMATS)[number];

const TITLES: Readonly<Record<Level, string>> = { breaking: "Breaking", warning: "Warnings", info: "Info" };
const LISTED = 6;
const NOTHING = "Nothing changed.";

/** A finding, and where a program uses what changed, if that was looked for. */
export type Reported = Finding & { readonly uses?: readonly Omit<Place, "pointer">[] };

/** The findings for people, for programs, for a pull request, or for a build service. */
export function report(findings: readonly Reported[], format: Format): string {
  if (format === "json") return `${JSON.stringify(findings, undefined, 2)}\n`;
  const lines = findings.map(onItsLine);
  if (format === "github") return annotations(lines);
  if (format === "junit") return junit(lines);
  return format === "markdown" ? markdown(lines) : text(lines);
}

/** A finding whose words, which documents and names of files choose in part, begin no line. */
function onItsLine(one: Reported): Reported {
  const place = <Spot extends { readonly file: string }>(spot: Spot): Spot => ({ ...spot, file: plain(spot.file) });
  return {
    ...one,
    subject: plain(one.subject),
    at: plain(one.at),
    message: plain(one.message),
    before: place(one.before),
    after: place(one.after),
    affects: one.affects.map(plain),
    ...(one.uses !== undefined && { uses: one.uses.map(place) }),
  };
}

/** Findings by level, the gravest first; levels without any are left out. */
function byLevel(findings: readonly Reported[]): readonly (readonly [title: string, members: readonly Reported[]])[] {
  return Object.entries(TITLES).flatMap(([level, title]) => {
    const members = findings.filter((one) => one.level === level);
    return members.length === 0 ? [] : [[title, members] as const];
  });
}

const named = ({ subject, at }: Finding): string => (at === "" ? subject : `${subject}, ${at}:`);

const written = ({ file, line, column }: Omit<Place, "pointer">): string => `${file}:${line}:${column}`;

function used({ uses }: Reported): readonly string[] {
  if (uses === undefined) return [];
  const places = uses.map(written);
  return places.length > LISTED ? [...places.slice(0, LISTED), `${places.length - LISTED} more`] : places;
}

function reached({ affects }: Finding): string {
  const users = affects.length > LISTED ? [...affects.slice(0, LISTED), `${affects.length - LISTED} more`] : affects;
  return users.join(", ");
}

function text(findings: readonly Reported[]): string {
  if (findings.length === 0) return `${NOTHING}\n`;
  const groups = byLevel(findings).flatMap(([title, members]) => [
    `${title} (${members.length})`,
    ...members.flatMap((one) => [
      `  ${named(one)} ${one.message}${one.affects.length === 0 ? "" : ` (${reached(one)})`}`,
      `      ${one.rule}, ${one.side}: ${written(one.before)} -> ${written(one.after)}`,
      ...(one.uses === undefined ? [] : [`      used at ${used(one).join(", ")}`]),
    ]),
    "",
  ]);
  return groups.join("\n");
}

/** Text that Markdown takes as it stands, in a cell of a table. Behind a joiner, no name is that of somebody to notify. */
const cell = (value: string): string =>
  value.replace(/[\\*_<>[\]|#]/g, (sign) => `\\${sign}`).replaceAll("@", "@\u2060");

/** For a cell of a table: code, with marks and bars that do not end it. */
function code(value: string): string {
  const longest = Math.max(0, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const [marks, gap] = ["`".repeat(longest + 1), longest === 0 ? "" : " "];
  return `${marks}${gap}${value.replaceAll("|", "\\|")}${gap}${marks}`;
}

function markdown(findings: readonly Reported[]): string {
  if (findings.length === 0) return `### API changes\n\n${NOTHING}\n`;
  const groups = byLevel(findings);
  const counts = groups.map(([title, { length }]) => `${title}: ${length}`).join(", ");
  return [`### API changes`, "", `${counts}.`, "", ...groups.flatMap(section)].join("\n");
}

function section([title, members]: readonly [string, readonly Reported[]]): string[] {
  const isUsed = members.some(({ uses }) => uses !== undefined);
  const rows = members.map((one) => {
    const what = `${code(one.subject)}${one.at === "" ? "" : ` ${code(one.at)}`} ${cell(one.message)}`;
    const cells = [
      what,
      code(one.rule),
      one.side,
      cell(reached(one)),
      code(`${written(one.before)} → ${written(one.after)}`),
      ...(isUsed ? [used(one).map(code).join(", ")] : []),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const columns = ["Change", "Rule", "Side", "Reaches", "Place", ...(isUsed ? ["Used at"] : [])];
  const table = [`| ${columns.join(" | ")} |`, `|${" --- |".repeat(columns.length)}`, ...rows];
  // What needs no decision is folded away.
  const folded = title === TITLES.info;
  const head = `${title} (${members.length})`;
  return folded
    ? ["<details>", `<summary>${head}</summary>`, "", ...table, "", "</details>", ""]
    : [`#### ${head}`, "", ...table, ""];
}
