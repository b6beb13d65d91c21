import type { TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageCommand } from "../../control/page/types.js";
import { act } from "../api.js";
import { appName } from "../names.js";
import { attempt } from "../store.js";
import { CommandForm } from "./command-form.js";
import { commandsHere } from "./message.js";
import type { Seen } from "./chat.js";

/** Where a person writes; what begins with a slash finds a command. */
export function Composer({ state, seat, serverId }: Seen & { readonly serverId: string }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<PageCommand | undefined>(undefined);
  const [at, setAt] = useState(0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const hadForm = useRef(false);
  // The keyboard comes back from the form of a command, which is no longer there.
  useLayoutEffect(() => {
    if (chosen === undefined && hadForm.current) field.current?.focus();
    hadForm.current = chosen !== undefined;
  }, [chosen]);
  const found = text.startsWith("/")
    ? commandsHere(state, seat, "chat").filter(({ name }) => name.startsWith(text.slice(1).split(" ")[0] ?? ""))
    : [];
  const choose = (command: PageCommand | undefined): void => {
    setChosen(command);
    setText("");
    setAt(0);
  };
  if (chosen !== undefined)
    return <CommandForm seat={{ ...seat, serverId }} command={chosen} onClose={() => setChosen(undefined)} />;
  const send = (): void => {
    if (text.trim() === "") return;
    setText(""); // at once: what is written from now on is another message
    void attempt(async () => act(seat.personId, "post", seat.channelId, text)).then((done) => {
      if (!done) setText((now) => (now === "" ? text : now));
    });
  };
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (found.length > 0 && step !== undefined) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    } else if (found.length > 0 && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(found[at]);
    } else if (event.key === "Escape") setText("");
    else if (event.key === "Enter") {
      event.preventDefault();
      send();
    }
  };
  return (
    <div class="composer">
      {found.length > 0 && (
        <ul role="listbox" id={`${id}-list`} aria-label="Commands">
          {found.map((command, n) => (
            <li
              key={command.id}
              id={`${id}-${n}`}
              role="option"
              aria-selected={n === at}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(command);
              }}
            >
              <b>/{command.name}</b> {String(command.definition["description"] ?? "")}{" "}
              <span class="badge">{appName(state, command.appId)}</span>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={field}
        role="combobox"
        aria-label="Message, or / for a command"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder="Message, or / for a command"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <button type="button" onClick={send}>
        Send
      </button>
    </div>
  );
}
