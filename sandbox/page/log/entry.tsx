import type { PageDescription, PageEntry } from "../../control/page/types.js";
import { useKnown } from "../store.js";
import { useEffect, useState } from "preact/hooks";
import { get } from "../api.js";
import { timeOf } from "../names.js";

/** A sentence of the description, with where it stands there. */
interface Fact {
  readonly term: string;
  readonly says: string;
}

/** How far an operation may be repeated, in words. */
const retryWords: Readonly<Record<string, string>> = {
  safe: "may be repeated as often as needed",
  "with-client-ref": "may be repeated with the same clientRef",
  "after-reread": "may be repeated after reading again",
  never: "is never repeated when nobody knows whether it was carried out",
};

export const routeWords = ({ method, path, retry = "" }: PageDescription["operations"][string]): string =>
  `${method} ${path === "" ? "(its route is not documented)" : path}; it ${retryWords[retry] ?? "has no rule about repeating"}`;

/** What the description says of a code that ends a stream. */
export const closeWords = ({ meaning, reconnect }: PageDescription["closeCodes"][string]): string =>
  `${meaning} ${reconnect ? "Coming back is invited." : "Coming back is of no use."}`;

/** What the description says about what is named in a line. */
export function factsOf(
  entry: PageEntry,
  { operations, errorCodes, closeCodes, eventFamilies }: PageDescription,
): readonly Fact[] {
  const { operation = "", code = "", kind, text } = entry;
  const route = operations[operation];
  const refusal = errorCodes[code];
  const closing = Object.entries(closeCodes).find(([name]) => kind === "connection" && text.includes(name));
  const event = Object.entries(eventFamilies).find(([type]) => kind === "event" && text.startsWith(type));
  return [
    route && { term: operation, says: routeWords(route) },
    refusal && { term: code, says: `${refusal.condition} ${refusal.advice}` },
    code.startsWith("SANDBOX_") && { term: code, says: ownCode },
    closing && { term: closing[0], says: closeWords(closing[1]) },
    event && { term: event[0], says: `an event of the family ${event[1]}` },
  ].filter((fact) => typeof fact === "object");
}

const ownCode =
  "The platform refuses this with a code that its documentation does not name; this one is the sandbox's own.";

/** One line, as a link to all of it. */
export function Line({ entry, isChosen = false }: { readonly entry: PageEntry; readonly isChosen?: boolean }) {
  return (
    <a
      href={`#log/${entry.number}`}
      aria-current={isChosen ? "true" : undefined}
      class={`line kind-${entry.kind}${(entry.status ?? 0) >= 400 ? " refused" : ""}`}
    >
      <time dateTime={new Date(entry.atMs).toISOString()}>{timeOf(entry.atMs, true)}</time>
      <span class="kind">{entry.kind}</span>
      <span class="text">{entry.text}</span>
    </a>
  );
}

/** What explains a line: the parts of the description that it is about. */
export function Explanation({ entry }: { readonly entry: PageEntry }) {
  const description = useKnown((known) => known.description);
  const facts = description === undefined ? [] : factsOf(entry, description);
  if (facts.length === 0) return null;
  return (
    <aside class="explanation" aria-label="The description says">
      <dl>
        {facts.map(({ term, says }) => (
          <div key={term}>
            <dt>
              <a href={`#description/${encodeURIComponent(term)}`}>
                <code>{term}</code>
              </a>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** A body, indented when it is JSON. An id looks like a number and is none: as one it would lose its last digits. */
function readable(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "";
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** One line with its bodies, and what the description says about it. */
export function EntryDetail({ entry }: { readonly entry: PageEntry }) {
  const [detail, setDetail] = useState<Readonly<Record<string, unknown>> | undefined>(undefined);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get<{ readonly detail: Readonly<Record<string, unknown>> }>(`/page/log/${entry.number}`).then(
      (whole) => setDetail(whole.detail),
      (error: unknown) => setProblem(String(error)),
    );
  }, []);
  return (
    <>
      <h3>{entry.text}</h3>
      <p>
        {entry.kind} at {timeOf(entry.atMs, true)}
      </p>
      <Explanation entry={entry} />
      {problem !== "" && <p class="problem">{problem}</p>}
      <dl>
        {Object.entries(detail ?? {})
          .filter(([, value]) => value !== undefined && value !== "" && value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <pre tabIndex={0} aria-label={name}>
                  {readable(value)}
                </pre>
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
