import type { PageDescription, PageState } from "../../control/page/types.js";
import { post } from "../api.js";
import { Card, Choose } from "../parts/controls.js";
import { attempt } from "../store.js";

function valueOf(text: string, types: readonly string[] = []): unknown {
  if (types.includes("null") && text === "") return null;
  if (types.includes("integer")) return Number(text);
  return types.includes("boolean") ? text === "true" : text;
}

/** Every point that nobody documented, with each way of reading it; switched while the sandbox runs. */
export function Assumptions({
  state,
  description,
}: {
  readonly state: PageState;
  readonly description: PageDescription;
}) {
  const set = (name: string, value: unknown): void =>
    void attempt(
      async () => post("/assumptions", { [name]: value }),
      `${name} is ${JSON.stringify(value)} from now on`,
    );
  return (
    <Card id="assumptions" title="What nobody documented" isWide>
      <p>Each point is read in one of several ways. A change holds from the next request on.</p>
      <div class="assumptions">
        {Object.entries(description.assumptions).map(([name, { values, types }]) => {
          const now = state.assumptions[name];
          return (
            <p key={name}>
              <label for={`assume-${name}`}>{name}</label>
              {values === undefined ? (
                <input
                  id={`assume-${name}`}
                  defaultValue={now === null ? "" : String(now)}
                  onChange={({ currentTarget }) => set(name, valueOf(currentTarget.value, types))}
                />
              ) : (
                <Choose
                  id={`assume-${name}`}
                  value={String(now)}
                  options={values.map((value) => ({ value, text: value }))}
                  onChoose={(value) => set(name, value)}
                />
              )}
            </p>
          );
        })}
      </div>
    </Card>
  );
}
