/** Findings for continuous integration: annotations of GitHub, and JUnit's XML. */
import { plain, printable } from "../printable.js";
import type { Finding, Place } from "./finding.js";
import type { Level } from "./rules.js";

interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A finding, perhaps with the places of a program that it touches. */
type Reported = Finding & { readonly uses?: readonly Spot[] };

const COMMANDS: Readonly<Record<Level, string>> = { breaking: "error", warning: "warning", info: "notice" };

/** Where a finding is shown: where the program uses what changed, or in the new description. */
const spotsOf = ({ uses, after }: Reported): readonly (Spot | Place)[] =>
  uses === undefined || uses.length === 0 ? [after] : uses;

const named = ({ subject, at }: Finding): string => (at === "" ? subject : `${subject}, ${at}`);

/** One annotation for each place: `::error file=…,line=…::…`. */
export const annotations = (findings: readonly Reported[]): string =>
  findings
    .flatMap((one) =>
      spotsOf(one).map(({ file, line, column }) => {
        const where = `file=${property(file)},line=${line},col=${column},title=${property(one.rule)}`;
        return `::${COMMANDS[one.level]} ${where}::${data(`${named(one)} ${one.message}`)}\n`;
      }),
    )
    .join("");

/** What GitHub reads as the message of a command. */
const data = (text: string): string => plain(text).replaceAll("%", "%25");
/** The same for a value before the message. */
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** A test case for each finding; what is breaking or a warning failed. */
export function junit(findings: readonly Reported[]): string {
  const failures = findings.filter(({ level }) => level !== "info").length;
  const cases = findings.map((one) => {
    const places = spotsOf(one).map(({ file, line, column }) => `${file}:${line}:${column}`);
    const name = xml(`${named(one)} ${one.message}`);
    const head = `  <testcase classname="${xml(one.rule)}" name="${name}"`;
    if (one.level === "info") return `${head}/>`;
    return `${head}>\n    <failure type="${one.level}" message="${name}">${xml(places.join("\n"))}</failure>\n  </testcase>`;
  });
  const suite = `<testsuite name="API changes" tests="${findings.length}" failures="${failures}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', suite, ...cases, "</testsuite>", ""].join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const xml = (text: string): string => printable(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
