import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageAnswer, PageState } from "../../control/page/types.js";
import { fieldsOf, parseJson } from "../../json.js";
import { callRoute, portal, post } from "../api.js";
import { useFacts } from "../facts.js";
import { Button, Copy } from "../parts/button.js";
import { Refusal, useDoing } from "../parts/controls.js";
import { laidOut } from "../text.js";
import { curlOf, typescriptOf, type Sending } from "./code.js";

/** Bodies are kept up to so many characters; what may be longer cannot be sent once more as it was. */
const keptCharacters = 4096;

/** Sends something once more: a call as its App, an event to the App, a delivery to its endpoint. */
async function send(sending: Sending): Promise<PageAnswer | undefined> {
  if (sending.kind === "request") return callRoute(sending);
  const { appId, body } = sending;
  if (sending.kind === "delivery") await portal("deliver", { appId, body });
  else {
    const { family } = sending;
    await post("/faults/streams/event", { args: [fieldsOf(parseJson(body)), { appId, family }] });
  }
  return undefined;
}

const words = { request: "call", event: "event", delivery: "delivery" } as const;

const wasSent = (kind: Sending["kind"], answer: PageAnswer | undefined): string =>
  answer === undefined ? `The ${words[kind]} was sent again` : `Called again: answered ${answer.status}`;

/** What can be done with something that was sent: copied as a program, and sent once more, as it was or changed. */
export function Again({ state, sending }: { readonly state: PageState; readonly sending: Sending }) {
  const [isChanging, setChanging] = useState(false);
  const { problem, run } = useDoing();
  const facts = useFacts();
  const version = String(state.assumptions["apiVersion"] ?? "1");
  const isWhole = sending.body.length < keptCharacters;
  return (
    <>
      <p class="actions">
        <Copy
          text={() => curlOf(sending, facts, { service: state.baseUrl, control: location.origin }, version)}
          label="Copy as cURL"
        />
        <Copy text={() => typescriptOf(sending, facts)} label="Copy as TypeScript" />
        <Button
          icon="again"
          disabled={!isWhole}
          onClick={() =>
            void run(
              async () => send(sending),
              (answer) => wasSent(sending.kind, answer),
            )
          }
        >
          Send again
        </Button>
        <Button icon="edit" isPressed={isChanging} onClick={() => setChanging(!isChanging)}>
          Change and send
        </Button>
      </p>
      {!isWhole && <p class="soft">The body is longer than what the timeline keeps, so it cannot be sent as it was.</p>}
      <Refusal of={problem} />
      {isChanging && <Changed sending={sending} onClose={() => setChanging(false)} />}
    </>
  );
}

/** The same, with another address or another body. */
function Changed({ sending, onClose }: { readonly sending: Sending; readonly onClose: () => void }) {
  const [path, setPath] = useState(sending.kind === "request" ? sending.path : "");
  const [body, setBody] = useState(laidOut(sending.body));
  const { problem, run } = useDoing();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  const changed: Sending = sending.kind === "request" ? { ...sending, path, body } : { ...sending, body };
  const submit = async (): Promise<void> => {
    if (sending.kind === "event" && parseJson(body) === undefined)
      return void (await run(async () => Promise.reject(new Error("An event is a JSON object: this is not JSON"))));
    if (
      await run(
        async () => send(changed),
        (answer) => wasSent(sending.kind, answer),
      )
    )
      onClose();
  };
  return (
    <form
      ref={form}
      class="changed"
      aria-label="Change and send"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      {sending.kind === "request" && (
        <span class="field">
          <label for="changed-path">{sending.method}</label>
          <input
            id="changed-path"
            class="code"
            value={path}
            onInput={({ currentTarget }) => setPath(currentTarget.value)}
          />
        </span>
      )}
      <span class="field">
        <label for="changed-body">Body</label>
        <textarea
          id="changed-body"
          class="code"
          rows={Math.min(14, body.split("\n").length + 1)}
          value={body}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
      </span>
      <p class="actions">
        <Button isSubmit weight="primary">
          Send changed
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </p>
      <Refusal of={problem} />
    </form>
  );
}
