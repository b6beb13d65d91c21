import { useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { post, send } from "../api.js";
import { CallForm } from "../parts/call-form.js";
import { Card } from "../parts/show.js";
import { attempt, tryTo, useKnown } from "../store.js";
import { Assumptions } from "./assumptions.js";
import { Faults } from "./faults.js";

/** The clock, and by how much the service's own is off. */
export function TimeCard({ state }: { readonly state: PageState }) {
  return (
    <Card
      id="time"
      title="Clock"
      says={
        state.clock === "real"
          ? "The clock is real and runs by itself. Start the sandbox with --clock virtual to step it."
          : "Time is stopped until you advance it: deadlines, heartbeats and waits pass when you say so."
      }
    >
      {state.clock === "virtual" && (
        <CallForm
          fields={[{ name: "ms", isNeeded: true, kind: "number" }]}
          initial={{ ms: "3000" }}
          label="Move on"
          weight="primary"
          onCall={async ({ ms }) => tryTo(async () => post("/clock/advance", { ms }), `${String(ms)} ms later`)}
        />
      )}
      <h4>Clock of the service</h4>
      <p class="soft">
        {state.skewMs === 0
          ? "What the service sends carries the right time."
          : `What the service sends is ${Math.abs(state.skewMs) / 1000} s ${state.skewMs > 0 ? "ahead" : "behind"}: signatures of deliveries may be rejected.`}
      </p>
      <CallForm
        fields={[{ name: "ms", title: "Milliseconds ahead", isNeeded: true, kind: "number" }]}
        label="Set it off"
        onCall={async ({ ms }) =>
          tryTo(async () => post("/faults/skewClock", { args: [ms] }), "The service's clock is off")
        }
      />
    </Card>
  );
}

/** What came of playing a recording again. */
interface Replayed {
  readonly isSame: boolean;
  readonly inputs: number;
  /** The first line that differs, if one does. */
  readonly differsAt?: number;
}

/** A state of the world and a recorded day as files: taken out, and put back. */
export function Files({ state }: { readonly state: PageState }) {
  const [replayed, setReplayed] = useState<Replayed | undefined>(undefined);
  const withFile = async (
    input: HTMLInputElement,
    work: (text: string) => Promise<unknown>,
    done: string,
  ): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    await attempt(async () => work(await file.text()), done);
    input.value = ""; // the same file may be chosen again
  };
  const restore = async (text: string): Promise<unknown> => send("PUT", "/snapshot", text);
  const replay = async (text: string): Promise<void> => setReplayed(await send<Replayed>("POST", "/replay", text));
  return (
    <Card
      id="files"
      title="Snapshots and recordings"
      says="The whole world as a file, to come back to; and a recorded day, to play again."
    >
      <p class="actions">
        <a class="button" href="/snapshot" download="world.jsonl">
          Download a snapshot
        </a>
        <label class="button">
          Restore one
          <input
            type="file"
            class="hidden"
            onChange={({ currentTarget }) =>
              void withFile(currentTarget, restore, "The world is as it was in that file")
            }
          />
        </label>
      </p>
      <p class="soft">
        {state.isRecording
          ? "Everything is being recorded, without credentials."
          : "Nothing is being recorded: start the sandbox with --record."}
      </p>
      <p class="actions">
        {state.isRecording && (
          <a class="button" href="/recording" download="day.jsonl">
            Download the recording
          </a>
        )}
        <label class="button">
          Play a recording again
          <input
            type="file"
            class="hidden"
            onChange={({ currentTarget }) => void withFile(currentTarget, replay, "Played again")}
          />
        </label>
      </p>
      {replayed !== undefined && (
        <p role="status">
          {replayed.isSame
            ? `${replayed.inputs} inputs played again: the same, byte for byte.`
            : `${replayed.inputs} inputs played again: it differs from line ${replayed.differsAt} on.`}
        </p>
      )}
    </Card>
  );
}

/** Time to step, faults to order, open points to read differently, and files to keep a state or a day in. */
export function Trouble() {
  const state = useKnown((known) => known.state);
  const description = useKnown((known) => known.description);
  if (state === undefined || description === undefined) return null;
  return (
    <>
      <h2 class="hidden">Clock and faults</h2>
      <div class="cards fitted">
        <TimeCard state={state} />
        <Files state={state} />
      </div>
      <div class="cards">
        <Faults state={state} description={description} />
        <Assumptions state={state} description={description} />
      </div>
    </>
  );
}
