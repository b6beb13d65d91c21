import type { PageDescription, PageEntry } from "../../control/page/types.js";
import { useKnown } from "../store.js";

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
  never: "is never repeated when its outcome is unknown",
};

export const routeWords = ({ method, path, retry = "" }: PageDescription["operations"][string]): string =>
  `${method} ${path === "" ? "(its route is not documented)" : path}; it ${retryWords[retry] ?? "has no rule about repeating"}`;

/** What the description says of a code that ends a stream. */
export const closeWords = ({ meaning, reconnect }: PageDescription["closeCodes"][string]): string =>
  `${meaning} ${reconnect ? "Reconnect." : "Do not reconnect."}`;

/** What the description says about what is named in an entry. */
function factsOf(
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

/** What explains an entry: the parts of the description that it is about. */
export function Explanation({ entry }: { readonly entry: PageEntry }) {
  const description = useKnown((known) => known.description);
  const facts = description === undefined ? [] : factsOf(entry, description);
  if (facts.length === 0) return null;
  return (
    <section class="explanation" aria-label="The description says">
      <dl>
        {facts.map(({ term, says }) => (
          <div key={term}>
            <dt>
              <a href={`#reference/${encodeURIComponent(term)}`}>
                <code>{term}</code>
              </a>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
