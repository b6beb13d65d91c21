import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageMessage, PageState } from "../../control/page/types.js";
import { act } from "../api.js";
import { nameOf, timeOf } from "../names.js";
import { Menu, type MenuItem } from "../parts/menu.js";
import { attempt } from "../store.js";
import { Components } from "./components.js";
import type { Seat, Seen } from "./chat.js";

const emojis = ["👍", "❤️", "😂", "🎉", "👀"];

/** One message: who, when, what, its reactions and components, and what can be done with it. */
export function Message({ state, seat, message }: Seen & { readonly message: PageMessage }) {
  const [isEditing, setEditing] = useState(false);
  const { id, author, content, createdAtMs, editedAtMs, components, reactions } = message;
  const { personId } = seat;
  const isOwn = author.kind === "person" && author.id === personId;
  const react = (emoji: string): void => void attempt(async () => act(personId, "react", id, emoji));
  const items: readonly MenuItem[] = [
    ...emojis.map((emoji) => ({ label: `React ${emoji}`, act: () => react(emoji) })),
    ...commandsHere(state, seat, "message").map(({ id: command, name }) => ({
      label: name,
      act: () => void attempt(async () => act(personId, "runOnMessage", command, id)),
    })),
    ...(isOwn
      ? [
          { label: "Edit", act: () => setEditing(true) },
          { label: "Delete", act: () => void attempt(async () => act(personId, "delete", id)) },
        ]
      : []),
  ];
  const name = nameOf(state, author);
  return (
    <article class="message" data-key={id} data-id={id}>
      <p class="by">
        <Author state={state} seat={seat} message={message} />
        {author.kind === "app" && <span class="badge">App</span>}
        <time dateTime={new Date(createdAtMs).toISOString()}>{timeOf(createdAtMs)}</time>
        {editedAtMs !== undefined && <span class="edited">edited</span>}
        <Menu label={`What to do with the message of ${name}`} items={items}>
          ⋯
        </Menu>
      </p>
      {isEditing ? (
        <Editing
          text={content}
          onSave={async (text) => attempt(async () => act(personId, "edit", id, text))}
          onClose={() => setEditing(false)}
        />
      ) : (
        <p class="content">{content}</p>
      )}
      <Components
        components={components ?? []}
        onPress={(...pressed) => void attempt(async () => act(personId, "press", id, ...pressed))}
      />
      {reactions.length > 0 && (
        <p class="reactions">
          {reactions.map(({ emoji, count, isOwn: given }) => (
            <button
              key={emoji}
              type="button"
              aria-pressed={given}
              aria-label={`${emoji} ${count}`}
              onClick={() => react(emoji)}
            >
              {emoji} {count}
            </button>
          ))}
        </p>
      )}
    </article>
  );
}

/** A message while it is written anew: the keyboard is there, and back at the message afterwards. */
function Editing({
  text,
  onSave,
  onClose,
}: {
  readonly text: string;
  readonly onSave: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(text);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector("input")?.focus(), []);
  const close = (): void => {
    form.current?.closest(".message")?.querySelector<HTMLElement>(".menu:last-of-type > button")?.focus();
    onClose();
  };
  return (
    <form
      ref={form}
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(draft).then((done) => done && close());
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
    >
      <input aria-label="New text" value={draft} onInput={({ currentTarget }) => setDraft(currentTarget.value)} />
      <button type="submit">Save</button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

/** The name of whoever wrote, with the commands on people where there are some. */
function Author({ state, seat, message }: Seen & { readonly message: PageMessage }) {
  const { author, serverId, channelId } = message;
  const name = nameOf(state, author);
  const commands = author.kind === "person" ? commandsHere(state, seat, "user") : [];
  if (commands.length === 0) return <b>{name}</b>;
  const items = commands.map(({ id, name: label }) => ({
    label,
    act: () => void attempt(async () => act(seat.personId, "runOnUser", id, author.id, { serverId, channelId })),
  }));
  return (
    <Menu label={`What to do with ${name}`} items={items}>
      <b>{name}</b>
    </Menu>
  );
}

/** Commands of a type that can be used where somebody is. */
export function commandsHere(state: PageState, { channelId }: Seat, type: string): PageState["commands"] {
  const serverId = state.channels.find(({ id }) => id === channelId)?.serverId;
  const isInstalled = (appId: string): boolean =>
    state.installs.some((install) => install.serverId === serverId && install.appId === appId);
  return state.commands.filter(
    (command) =>
      command.type === type &&
      (command.serverId === undefined || command.serverId === serverId) &&
      isInstalled(command.appId),
  );
}
