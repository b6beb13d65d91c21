import { useMemo, useState } from "preact/hooks";
import type { PageAnswer, PageState } from "../../control/page/types.js";
import { hashOf } from "../address.js";
import { callRoute } from "../api.js";
import { useFacts } from "../facts.js";
import type { PageFacts, RouteFacts } from "../facts-types.js";
import { useKept } from "../memory.js";
import { tookOf } from "../names.js";
import { Button, Copy } from "../parts/button.js";
import { fieldIn, FormField, valuesOf, type Texts } from "../parts/call-form.js";
import { Labelled, named, Refusal, saying, useDoing, type Choice } from "../parts/controls.js";
import { Card, Chip, Empty, Json } from "../parts/show.js";
import { useKnown } from "../store.js";
import { callLine } from "../timeline/code.js";
import { prepare } from "./request.js";

/** What stands in the fields of a route before anybody writes there: the first of what there is. */
const initialTexts = ({ defaults }: PageState): Texts => ({
  serverId: defaults.serverId,
  channelId: defaults.channelId,
  appId: defaults.appId,
  accountId: defaults.personId,
  intents: "messages,interactions",
});

/** Any documented route, called from a form as an App: the request, its answer, and the same as a line of TypeScript. */
export function Calls() {
  const state = useKnown((known) => known.state);
  const facts = useFacts();
  const [kept, setOperation] = useKept<string>("operation", "createMessage");
  const operation = facts.routes[kept] === undefined ? "getMe" : kept;
  const route = facts.routes[operation];
  if (state === undefined || route === undefined) return null;
  return (
    <>
      <h2 class="hidden">Call a route</h2>
      <Call
        key={operation}
        state={state}
        facts={facts}
        operation={operation}
        route={route}
        onOperation={setOperation}
      />
    </>
  );
}

/** Lists to choose a value from, where the sandbox knows what there is. */
const listsOf = (state: PageState): Readonly<Record<string, readonly Choice[]>> => ({
  serverId: named(state.servers),
  channelId: named(state.channels),
  roleId: named(state.roles),
  accountId: named(state.people),
  commandId: named(state.commands),
  appId: named(state.apps),
});

function Call({
  state,
  facts,
  operation,
  route,
  onOperation,
}: {
  readonly state: PageState;
  readonly facts: PageFacts;
  readonly operation: string;
  readonly route: RouteFacts;
  readonly onOperation: (operation: string) => void;
}) {
  const [appId, setApp] = useKept<string>("app", "");
  const app = state.apps.find(({ id }) => id === appId) ?? state.apps[0];
  const [kept, keepTexts] = useKept<Readonly<Record<string, Texts>>>("calls", {});
  const texts = kept[operation] ?? initialTexts(state);
  const [answer, setAnswer] = useState<PageAnswer | undefined>(undefined);
  const { problem, run } = useDoing();
  const values = useMemo(() => valuesOf(route.fields, texts), [texts]);
  const { path, body, parameters } = prepare(route, values);
  const lists = listsOf(state);
  const given = Object.fromEntries(
    Object.entries(parameters).filter(([name]) => route.fields.some((one) => one.name === name)),
  );
  const call = async (): Promise<void> => {
    const asked = { appId: app?.id ?? "", operation, method: route.method, path, body };
    await run(async () => setAnswer(await callRoute(asked)));
  };
  const refusal = answer !== undefined && answer.status >= 400 ? answer.body : "";
  const wrong = refusal === "" ? undefined : fieldIn(refusal, route.fields);
  return (
    <div class="calls">
      <Card id="call" title="Request" says={route.says}>
        <Labelled label="Route" value={operation} options={saying(facts.routes)} onChoose={onOperation} />
        {app !== undefined && <Labelled label="As" value={app.id} options={named(state.apps)} onChoose={setApp} />}
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void call();
          }}
        >
          {route.fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              text={texts[field.name] ?? ""}
              listed={lists[field.name]}
              problem={field.name === wrong ? "This is what the answer refuses." : ""}
              onText={(text) => keepTexts({ ...kept, [operation]: { ...texts, [field.name]: text } })}
            />
          ))}
          <p class="actions">
            <Button isSubmit weight="primary" icon="send" disabled={route.path === "" || app === undefined}>
              Call
            </Button>
            {route.path === "" && <span class="soft">The address of this route is not documented.</span>}
          </p>
          <Refusal of={problem} />
        </form>
        <p>
          <code class="request-line">
            {route.method} {path === "" ? "—" : path}
          </code>
        </p>
        {body !== "" && <Json text={body} label="Body of the request" />}
      </Card>
      <div class="stack">
        <Card id="answer" title="Answer">
          {answer === undefined ? (
            <Empty title="Not called yet">
              <p>The call is made by the sandbox with a credential of the App, and appears in the timeline.</p>
            </Empty>
          ) : (
            <>
              <p class="facts" role="status">
                <Chip tone={answer.status < 300 ? "good" : answer.status < 400 ? "warn" : "bad"}>{answer.status}</Chip>
                <span>{tookOf(answer.tookMs)}</span>
                <a href={hashOf({ kind: "entry", id: String(answer.number) })}>Show it in the timeline</a>
              </p>
              {answer.body === "" ? (
                <p class="soft">The answer has no body.</p>
              ) : (
                <Json text={answer.body} label="Body of the answer" />
              )}
              <details>
                <summary>Headers</summary>
                <Json text={JSON.stringify(answer.headers)} label="Headers of the answer" />
              </details>
            </>
          )}
        </Card>
        <Card id="line" title="TypeScript" says="The same call in your App.">
          <Json text={callLine(facts, operation, given)} label="The call in TypeScript" />
          <p class="actions">
            <Copy text={() => callLine(facts, operation, given)} label="Copy as TypeScript" />
          </p>
        </Card>
      </div>
    </div>
  );
}
