import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageCommand } from "../../control/page/types.js";
import { isFields, listOf, ownOf } from "../../json.js";
import type { Json } from "../../world/records.js";
import { act } from "../api.js";
import { Button } from "../parts/button.js";
import { Refusal, useDoing } from "../parts/controls.js";
import { Problem } from "../parts/show.js";
import { opened } from "./forms.js";
import type { Seat } from "./seat.js";
import { Suggesting } from "./suggesting.js";
import { writtenOptions } from "./written.js";

/** An option of a command as the page draws it. */
interface Option {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly suggests: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

const numberOf = (value: Json | undefined) => (typeof value === "number" ? value : undefined);

const optionsOf = ({ definition }: PageCommand): readonly Option[] =>
  (listOf(definition["options"]) ?? []).filter(isFields).map((option) => ({
    name: String(option["name"]),
    type: String(option["type"]),
    description: typeof option["description"] === "string" ? option["description"] : "",
    isRequired: option["required"] === true,
    suggests: option["autocomplete"] === true,
    min: numberOf(option["minValue"]),
    max: numberOf(option["maxValue"]),
  }));

/** A value as the option takes it: a number where the field holds one. */
const valueOf = ({ type }: Option, text: string): string | number =>
  type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text;

function boundsOf({ type, min, max }: Option): string {
  if (type !== "integer") return "";
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min === undefined ? (max === undefined ? "a number" : `up to ${max}`) : `${min} or more`;
}

/** A command with its options, to be filled in and used; `rest` is what was written after its name. */
export function CommandForm({
  seat,
  command,
  rest,
  onClose,
}: {
  readonly seat: Seat & { readonly serverId: string };
  readonly command: PageCommand;
  readonly rest: string;
  readonly onClose: () => void;
}) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const options = optionsOf(command);
  const names = options.map(({ name }) => name);
  const [texts, setTexts] = useState(() => writtenOptions(rest, names));
  const { problem, forget, run: doIt } = useDoing();
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  const filled = options.filter(({ name }) => (ownOf(texts, name) ?? "") !== "");
  const args = Object.fromEntries(
    filled.map((option) => [option.name, valueOf(option, ownOf(texts, option.name) ?? "")]),
  );
  const { personId, channelId, serverId } = seat;
  const run = async (): Promise<void> => {
    const use = async () => opened(await act(personId, "run", command.id, args, { serverId, channelId }));
    if (await doIt(use)) onClose();
  };
  const wrong = options.find(({ name }) => new RegExp(`\\b${name}\\b`).test(problem))?.name;
  // The keyboard is where something is to be mended.
  useLayoutEffect(() => {
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);
  return (
    <form
      ref={form}
      class="command"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <p class="command-name">
        <b>/{command.name}</b> <span class="soft">{String(command.definition["description"] ?? "")}</span>
      </p>
      {options.map((option) => {
        const isWrong = option.name === wrong;
        const set = (value: string): void => {
          setTexts({ ...texts, [option.name]: value });
          if (isWrong) forget();
        };
        const fieldId = `${id}-${option.name}`;
        return (
          <span key={option.name} class={isWrong ? "field wrong" : "field"}>
            <label for={fieldId} title={option.description}>
              {option.name}
              {option.isRequired ? "" : " (optional)"}
            </label>
            {option.suggests ? (
              <Suggesting
                id={fieldId}
                seat={seat}
                commandId={command.id}
                option={option}
                args={args}
                value={ownOf(texts, option.name) ?? ""}
                onValue={set}
              />
            ) : (
              <input
                id={fieldId}
                inputMode={option.type === "integer" ? "numeric" : "text"}
                required={option.isRequired}
                aria-invalid={isWrong ? true : undefined}
                aria-describedby={isWrong ? `${fieldId}-why` : undefined}
                placeholder={boundsOf(option)}
                value={ownOf(texts, option.name) ?? ""}
                onInput={({ currentTarget }) => set(currentTarget.value)}
              />
            )}
            {isWrong && <Problem id={`${fieldId}-why`}>{problem}</Problem>}
          </span>
        );
      })}
      <p class="actions">
        <Button isSubmit weight="primary">
          Run
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
      {wrong === undefined && <Refusal of={problem} />}
    </form>
  );
}
