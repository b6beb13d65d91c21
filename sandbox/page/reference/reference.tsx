import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Card } from "../parts/show.js";
import type { ViewProps } from "../shell.js";
import { useKnown } from "../store.js";
import { closeWords, routeWords } from "../timeline/explanation.js";

/** The description as far as entries are about it: each operation, code, event, limit and step has its place. */
export function Reference({ address: { term: wanted } }: ViewProps) {
  const description = useKnown((known) => known.description);
  useEffect(() => {
    if (wanted !== "")
      document.querySelector(`[data-term="${CSS.escape(wanted)}"]`)?.scrollIntoView({ block: "center" });
  }, [wanted, description]);
  if (description === undefined) return null;
  const { operations, errorCodes, closeCodes, eventFamilies, limits, transitions } = description;
  const entry = (term: string, says: ComponentChildren) => (
    <div key={term} data-term={term} class={term === wanted ? "wanted" : ""}>
      <dt>
        <code>{term}</code>
      </dt>
      <dd>{says}</dd>
    </div>
  );
  return (
    <>
      <h2 class="hidden">Reference</h2>
      <div class="columns">
        <Part title="Operations">
          {Object.entries(operations).map(([id, operation]) => entry(id, routeWords(operation)))}
        </Part>
        <Part title="Codes of refusals">
          {Object.entries(errorCodes).map(([code, { condition, advice }]) => entry(code, `${condition} ${advice}`))}
        </Part>
        <Part title="Codes of a stream's end">
          {Object.entries(closeCodes).map(([code, closing]) => entry(code, closeWords(closing)))}
        </Part>
        <Part title="Events">
          {Object.entries(eventFamilies).map(([type, family]) => entry(type, `of the family ${family}`))}
        </Part>
        <Part title="Limits">{Object.entries(limits).map(([name, value]) => entry(name, String(value)))}</Part>
        {Object.entries(transitions).map(([machine, steps]) => (
          <Part key={machine} title={`Steps of the ${machine}`}>
            {steps.map(({ from, to, trigger, ...more }, at) =>
              entry(
                `${machine} ${at + 1}`,
                `${String(from)} → ${String(to)} by ${String(trigger)}${Object.entries(more)
                  .map(([name, value]) => `; ${name} ${String(value)}`)
                  .join("")}`,
              ),
            )}
          </Part>
        ))}
      </div>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <Card id={`part-${title.toLowerCase().replaceAll(" ", "-")}`} title={title}>
      <dl class="terms">{children}</dl>
    </Card>
  );
}
