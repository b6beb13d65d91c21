import { useId, useState } from "preact/hooks";
import type { PageDescription, PageState } from "../../control/page/types.js";
import { post } from "../api.js";
import { useFacts } from "../facts.js";
import { labelOf } from "../names.js";
import { Choose } from "../parts/controls.js";
import { Card, Problem } from "../parts/show.js";
import { tryTo } from "../store.js";

function valueOf(text: string, types: readonly string[] = []): unknown {
  if (types.includes("null") && text === "") return null;
  if (types.includes("integer")) return Number(text);
  return types.includes("boolean") ? text === "true" : text;
}

/** Every point on which the documentation is silent, with each way of reading it; switched while the sandbox runs. */
export function Assumptions({
  state,
  description,
}: {
  readonly state: PageState;
  readonly description: PageDescription;
}) {
  return (
    <Card
      id="assumptions"
      title="Assumptions"
      says="Where the documentation is silent, the sandbox can be read in several ways. A change holds from the next request on."
      isWide
    >
      <div class="assumptions">
        {Object.entries(description.assumptions).map(([name, { values, types }]) => (
          <Assumption key={name} name={name} now={state.assumptions[name]} values={values} types={types} />
        ))}
      </div>
    </Card>
  );
}

function Assumption({
  name,
  now,
  values,
  types,
}: {
  readonly name: string;
  readonly now: unknown;
  readonly values: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
}) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const { says = "", means = {} } = useFacts().assumptions[name] ?? {};
  const set = (value: unknown): void =>
    void tryTo(
      async () => post("/assumptions", { [name]: value }),
      `${name} is ${JSON.stringify(value)} from now on`,
    ).then((why = "") => setProblem(why));
  const shared = { id, "aria-describedby": `${id}-says` };
  return (
    <span class={problem === "" ? "field" : "field wrong"}>
      <label for={id}>
        {labelOf(name)} <code class="soft">{name}</code>
      </label>
      <small class="soft" id={`${id}-says`}>
        {says}
      </small>
      {values === undefined ? (
        <input
          {...shared}
          defaultValue={now === null ? "" : String(now)}
          onChange={({ currentTarget }) => set(valueOf(currentTarget.value, types))}
        />
      ) : (
        <Choose
          {...shared}
          value={String(now)}
          options={values.map((value) => ({
            value,
            text: means[value] === undefined ? value : `${value}: ${means[value]}`,
          }))}
          onChoose={(value) => set(value)}
        />
      )}
      {problem !== "" && <Problem>{problem}</Problem>}
    </span>
  );
}
