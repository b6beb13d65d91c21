import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageMessage } from "../../control/page/types.js";
import { select } from "../address.js";
import { act } from "../api.js";
import { nameOf, timeOf } from "../names.js";
import { Button, IconButton } from "../parts/button.js";
import { Refusal, useDoing } from "../parts/controls.js";
import { Icon } from "../parts/icon.js";
import { Menu, type MenuItem } from "../parts/menu.js";
import { Avatar } from "../parts/show.js";
import { attempt, tryTo } from "../store.js";
import { Components } from "./components.js";
import { opened } from "./forms.js";
import { commandsHere, copied, type Seen } from "./seat.js";

const emojis = ["👍", "❤️", "😂", "🎉", "👀"];

/** One message: who, when, what, its reactions and components, and what can be done with it. */
export function Message({
  state,
  seat,
  message,
  isFollowing,
  isChosen,
}: Seen & {
  readonly message: PageMessage;
  /** It comes right after another one of the same author, whose name stands above. */
  readonly isFollowing: boolean;
  readonly isChosen: boolean;
}) {
  const [isEditing, setEditing] = useState(false);
  // What can be done is drawn where the pointer or the keyboard is: a hundred messages would hold a thousand buttons.
  const [isPointed, setPointed] = useState(false);
  const [hasKeyboard, setKeyboard] = useState(false);
  const { problem, run } = useDoing();
  const { id, author, content, createdAtMs, editedAtMs, components } = message;
  const { personId } = seat;
  const name = nameOf(state, author);
  const time = <time dateTime={new Date(createdAtMs).toISOString()}>{timeOf(createdAtMs)}</time>;
  return (
    <article
      class={`item message${isFollowing ? " following" : ""}${isChosen ? " chosen" : ""}`}
      data-key={id}
      data-id={id}
      aria-label={`${name}: ${content.slice(0, 80)}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocusCapture={() => setKeyboard(true)}
      onBlurCapture={({ currentTarget, relatedTarget }) =>
        setKeyboard(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
    >
      {isFollowing ? (
        <span class="beside">{time}</span>
      ) : (
        <Avatar id={author.id} name={name} isApp={author.kind === "app"} />
      )}
      <div class="said">
        {!isFollowing && (
          <p class="by">
            <Author state={state} seat={seat} message={message} />
            {author.kind === "app" && <span class="badge">App</span>}
            {time}
          </p>
        )}
        {isEditing ? (
          <Editing
            text={content}
            onSave={async (text) => tryTo(async () => act(personId, "edit", id, text))}
            onClose={() => setEditing(false)}
          />
        ) : (
          <p class="content">
            {content}
            {editedAtMs !== undefined && <span class="edited"> (edited)</span>}
          </p>
        )}
        <Components
          components={components ?? []}
          onPress={(...pressed) => void run(async () => opened(await act(personId, "press", id, ...pressed)))}
        />
        <Refusal of={problem} />
        <Reactions message={message} onReact={(emoji) => void run(async () => act(personId, "react", id, emoji))} />
      </div>
      {(isPointed || hasKeyboard) && (
        <Tools state={state} seat={seat} message={message} onEdit={() => setEditing(true)} />
      )}
    </article>
  );
}

/** What was given, and by one click more of it. */
function Reactions({
  message: { reactions },
  onReact,
}: {
  readonly message: PageMessage;
  readonly onReact: (emoji: string) => void;
}) {
  if (reactions.length === 0) return null;
  return (
    <p class="reactions">
      {reactions.map(({ emoji, count, isOwn }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={isOwn}
          aria-label={`${emoji} ${count}`}
          onClick={() => onReact(emoji)}
        >
          {emoji} {count}
        </button>
      ))}
    </p>
  );
}

/** What can be done with a message: a row of reactions, its traffic, and everything else in a menu. */
function Tools({
  state,
  seat,
  message,
  onEdit,
}: Seen & { readonly message: PageMessage; readonly onEdit: () => void }) {
  const { id, author } = message;
  const { personId } = seat;
  const name = nameOf(state, author);
  const isOwn = author.kind === "person" && author.id === personId;
  const items: readonly MenuItem[] = [
    ...commandsHere(state, seat, "message").map(({ id: command, name: label }) => ({
      label,
      act: () => void attempt(async () => opened(await act(personId, "runOnMessage", command, id))),
    })),
    { label: "Show its traffic", act: () => select({ kind: "message", id }) },
    { label: "Copy message id", act: () => void attempt(async () => copied(id), `Copied ${id}`) },
    { label: `Copy id of ${name}`, act: () => void attempt(async () => copied(author.id), `Copied ${author.id}`) },
    ...(isOwn
      ? [
          { label: "Edit", act: onEdit },
          { label: "Delete", isDanger: true, act: () => void attempt(async () => act(personId, "delete", id)) },
        ]
      : []),
  ];
  return (
    <span class="tools">
      <span class="row-of-reactions" role="group" aria-label="React">
        {emojis.map((emoji) => (
          <button
            key={emoji}
            type="button"
            class="quiet only-icon"
            aria-label={`React ${emoji}`}
            onClick={() => void attempt(async () => act(personId, "react", id, emoji))}
          >
            {emoji}
          </button>
        ))}
      </span>
      <IconButton label="Show its traffic" icon="columns" onClick={() => select({ kind: "message", id })} />
      <Menu label={`What to do with the message of ${name}`} items={items} isQuiet>
        <Icon name="more" />
      </Menu>
    </span>
  );
}

/** A message while it is written anew: the keyboard is there, and back at the message afterwards. */
function Editing({
  text,
  onSave,
  onClose,
}: {
  readonly text: string;
  readonly onSave: (text: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(text);
  const [problem, setProblem] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const close = (): void => {
    form.current?.closest(".message")?.querySelector<HTMLElement>(".tools .menu > button")?.focus();
    onClose();
  };
  const save = (): void =>
    void onSave(draft).then((why) => {
      setProblem(why ?? "");
      if (why === undefined) close();
    });
  return (
    <form
      ref={form}
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        if (event.key !== "Enter" || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        save();
      }}
    >
      <textarea
        aria-label="New text"
        rows={draft.split("\n").length}
        value={draft}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      <Button isSubmit weight="primary">
        Save
      </Button>
      <Button onClick={close}>Cancel</Button>
      <Refusal of={problem} />
    </form>
  );
}

/** The name of whoever wrote, with the commands on people where there are some. */
function Author({ state, seat, message }: Seen & { readonly message: PageMessage }) {
  const { author, serverId, channelId } = message;
  const name = nameOf(state, author);
  const commands = author.kind === "person" ? commandsHere(state, seat, "user") : [];
  if (commands.length === 0) return <b>{name}</b>;
  const run = async (id: string) =>
    opened(await act(seat.personId, "runOnUser", id, author.id, { serverId, channelId }));
  const items = commands.map(({ id, name: label }) => ({ label, act: () => void attempt(async () => run(id)) }));
  return (
    <Menu label={`What to do with ${name}`} items={items}>
      <b>{name}</b>
    </Menu>
  );
}
