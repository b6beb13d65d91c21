import type { TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageCommand } from "../../control/page/types.js";
import { act } from "../api.js";
import { useKept } from "../memory.js";
import { appName } from "../names.js";
import { Button } from "../parts/button.js";
import { Refusal } from "../parts/controls.js";
import { Avatar } from "../parts/show.js";
import { tryTo } from "../store.js";
import { CommandForm } from "./command-form.js";
import { commandsHere, type Seen } from "./seat.js";

/** How high the field grows with what is written, pixels. */
const mostPx = 160;

/** What the page says of a command that nobody has registered. */
function unknownCommand(name: string, commands: readonly PageCommand[]): string {
  const there = commands.map((command) => `/${command.name}`).join(", ");
  return `No App here has a command /${name}. ${there === "" ? "None is registered." : `There are ${there}.`}`;
}

/** Where a person writes; what begins with a slash finds a command. */
export function Composer({ state, seat, serverId }: Seen & { readonly serverId: string }) {
  const [drafts, setDrafts] = useKept<Readonly<Record<string, string>>>("drafts", {});
  const [chosen, setChosen] = useState<{ readonly command: PageCommand; readonly rest: string } | undefined>(undefined);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState("");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const hadForm = useRef(false);
  const place = `${seat.personId}/${seat.channelId}`;
  const text = drafts[place] ?? "";
  const latest = useRef(drafts);
  latest.current = drafts;
  const setText = (next: string): void => {
    latest.current = { ...latest.current, [place]: next };
    setDrafts(latest.current);
  };
  // The keyboard comes back from the form of a command, which is no longer there.
  useLayoutEffect(() => {
    if (chosen === undefined && hadForm.current) field.current?.focus();
    hadForm.current = chosen !== undefined;
  }, [chosen]);
  useLayoutEffect(() => {
    const box = field.current;
    if (box === null) return;
    box.style.height = "auto";
    box.style.height = `${Math.min(mostPx, box.scrollHeight + 2)}px`;
  }, [text, chosen]);
  useLayoutEffect(() => list.current?.children[at]?.scrollIntoView({ block: "nearest" }), [at]);
  const commands = commandsHere(state, seat, "chat");
  const [, wanted, rest = ""] = /^\/(\S*)([^]*)/.exec(text) ?? [];
  const found = wanted === undefined ? [] : commands.filter(({ name }) => name.startsWith(wanted));
  const choose = (command: PageCommand | undefined): void => {
    setChosen(command === undefined ? undefined : { command, rest });
    setText("");
    setAt(0);
    setProblem("");
  };
  if (chosen !== undefined)
    return <CommandForm seat={{ ...seat, serverId }} {...chosen} onClose={() => setChosen(undefined)} />;
  const send = (): void => {
    if (text.trim() === "") return;
    if (found.length > 0) return choose(found[at]);
    if (wanted !== undefined && wanted !== "") return setProblem(unknownCommand(wanted, commands));
    setText(""); // at once: what is written from now on is another message
    void tryTo(async () => act(seat.personId, "post", seat.channelId, text)).then((why = "") => {
      setProblem(why);
      if (why !== "" && (latest.current[place] ?? "") === "") setText(text);
    });
  };
  const press = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (found.length > 0 && step !== undefined) setAt((at + step + found.length) % found.length);
    else if (found.length > 0 && event.key === "Tab") choose(found[at]);
    else if (event.key === "Escape") {
      setText("");
      setProblem("");
    } else if (event.key === "Enter" && !event.shiftKey) send();
    else return;
    event.preventDefault();
  };
  const isListed = found.length > 0;
  return (
    <div class="composer">
      {isListed && (
        <ul ref={list} role="listbox" tabIndex={0} id={`${id}-list`} aria-label="Commands" class="suggestions">
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
              <Avatar id={command.appId} name={appName(state, command.appId)} isApp />
              <span>
                <b>/{command.name}</b> <span class="soft">{String(command.definition["description"] ?? "")}</span>
              </span>
              <span class="soft">{appName(state, command.appId)}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="write">
        <textarea
          ref={field}
          rows={1}
          aria-label="Message, or / for a command"
          aria-controls={isListed ? `${id}-list` : undefined}
          aria-activedescendant={isListed ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-invalid={problem === "" ? undefined : true}
          placeholder="Message, or / for a command"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
            setProblem("");
          }}
          onKeyDown={press}
        />
        <Button weight="primary" icon="send" onClick={send}>
          Send
        </Button>
      </div>
      {wanted !== undefined && !isListed && problem === "" && (
        <p class="soft hint">
          {commands.length === 0 ? "No App here has registered a command." : `No command begins with /${wanted}.`}
        </p>
      )}
      <Refusal of={problem} />
    </div>
  );
}
