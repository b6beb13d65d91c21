import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageInteraction } from "../../control/page/types.js";
import { isFields } from "../../json.js";
import { act, readInteraction } from "../api.js";
import { notify, useKnown } from "../store.js";
import { LateAnswer } from "./interaction.js";
import type { Seat } from "./seat.js";

/** How long the fingers rest before suggestions are asked for, milliseconds. */
const restMs = 150;

interface Choice {
  readonly name: string;
  readonly value: string;
}

const choicesOf = ({ choices = [] }: PageInteraction): readonly Choice[] =>
  choices.filter(isFields).map(({ name, value }) => ({ name: String(name), value: String(value ?? name) }));

/** A field that suggests: every pause in typing asks the App, which has a second. */
export function Suggesting({
  id,
  seat: { personId, serverId, channelId },
  commandId,
  option: { name, isRequired },
  args,
  value,
  onValue,
}: {
  readonly id: string;
  readonly seat: Seat & { readonly serverId: string };
  readonly commandId: string;
  readonly option: { readonly name: string; readonly isRequired: boolean };
  readonly args: Readonly<Record<string, unknown>>;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const [asked, setAsked] = useState<PageInteraction | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const version = useKnown((known) => known.version);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (asked?.state !== "open") return;
    readInteraction(asked.id).then(
      (read) => setAsked((now) => (now?.id === read.id ? read : now)),
      () => undefined, // the next change asks again
    );
  }, [version, asked?.id]);

  const ask = (text: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { [name]: _own, ...others } = args;
      act(personId, "type", commandId, name, text, { args: others, serverId, channelId })
        .then(async (typing) => readInteraction(typing.id))
        .then(setAsked)
        .catch((error: unknown) => notify(String(error), true));
    }, restMs);
  };
  const choices = asked === undefined ? [] : choicesOf(asked);
  const isListed = isOpen && choices.length > 0;
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onValue(choice.value);
    setOpen(false);
    setAt(-1);
  };
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isListed) return;
    if (step !== undefined) setAt((at + step + choices.length) % choices.length);
    else if (event.key === "Enter" && at >= 0) choose(choices[at]);
    else if (event.key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <span class="suggesting">
      <input
        id={id}
        role="combobox"
        aria-expanded={isListed}
        aria-controls={isListed ? `${id}-list` : undefined}
        aria-activedescendant={isListed && at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        required={isRequired}
        value={value}
        onInput={({ currentTarget }) => {
          onValue(currentTarget.value);
          setOpen(true);
          ask(currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      {isListed && (
        <ul role="listbox" id={`${id}-list`} aria-label={`Suggestions for ${name}`}>
          {choices.map((choice, n) => (
            <li
              key={`${n} ${choice.value}`}
              id={`${id}-${n}`}
              role="option"
              aria-selected={n === at}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(choice);
              }}
            >
              {choice.name}
            </li>
          ))}
        </ul>
      )}
      {asked?.state === "open" && <small>asking…</small>}
      {asked?.state === "suggested" && choices.length === 0 && <small>nothing to suggest</small>}
      {asked?.state === "expired" && <small class="why">No suggestions within the second: {asked.why}.</small>}
      {asked !== undefined && <LateAnswer interaction={asked} />}
    </span>
  );
}
