import { SandboxRefusal } from "../refusal.js";
import type { Sandbox } from "../sandbox.js";
import { advance, performAct, performFault, view, waited } from "./acts.js";
import type { ControlCall } from "./calls.js";
import type { Clicks } from "./clicks.js";
import { testFile } from "./test-file.js";
import { portalActions, isPortalAction, performPortalAction } from "./portal-actions.js";

export interface ControlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** An answer that is not over when it begins: the handler of the request writes it. */
export interface LiveAnswer {
  /** Begins; `write` takes text for the line. The returned function is called when the line is gone. */
  readonly live: (write: (text: string) => void) => () => void;
}

export const json = (value: unknown, status = 200): ControlAnswer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(value),
});

export const text = (body: string, contentType = "text/plain; charset=utf-8"): ControlAnswer => ({
  status: 200,
  headers: { "content-type": contentType, "cache-control": "no-store" },
  body,
});

/** A refusal of the control interface itself: a status and a sentence, without a code of the platform. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function refusal(error: unknown): ControlAnswer {
  if (error instanceof SandboxRefusal) {
    const { status, code, message, extras } = error;
    return json({ code, message, ...extras }, status);
  }
  const message = error instanceof Error ? error.message : String(error);
  return json({ message }, error instanceof ControlError ? error.status : 400);
}

type Answer = ControlAnswer | LiveAnswer;

/** One thing that the control interface can be asked. */
export interface ControlRoute {
  /** Method and path; a part that begins with a colon takes anything and has that name. */
  readonly on: string;
  /** The body is a file, and no JSON object. */
  readonly takesFile?: boolean;
  readonly answer: (call: ControlCall) => Answer | Promise<Answer>;
}

/** What programs ask of the control interface. */
export function routes(sandbox: Sandbox, clicks: Clicks): readonly ControlRoute[] {
  return [
    {
      on: "POST /portal/:action",
      answer: async ({ path, fields }) => {
        const name = path["action"] ?? "";
        if (!isPortalAction(name)) throw new ControlError(404, `there is no portal action ${name}`);
        return json(view(await performPortalAction(sandbox.portal, name, fields)));
      },
    },
    { on: "POST /people/:person/:act", answer: (call) => json(performAct(sandbox, clicks, call)) },
    { on: "GET /interactions/:id", answer: async (call) => json(await interaction(sandbox, call)) },
    { on: "POST /faults/streams/:fault", answer: (call) => json(performFault(sandbox, "streams", call)) },
    { on: "POST /faults/:fault", answer: (call) => json(performFault(sandbox, "all", call)) },
    { on: "POST /clock/advance", answer: async ({ fields }) => json(await advance(sandbox, fields["ms"])) },
    {
      on: "GET /log",
      answer: ({ query }) => {
        const after = Number(query.get("after") ?? 0);
        return json(sandbox.log.entries().filter((entry) => entry.number > after));
      },
    },
    { on: "GET /snapshot", answer: () => text(sandbox.snapshot()) },
    {
      on: "PUT /snapshot",
      takesFile: true,
      answer: (call) => {
        sandbox.restore(call.text);
        return json({});
      },
    },
    {
      on: "GET /test",
      answer: ({ query }) => text(testFile(sandbox, clicks.since(Number(query.get("since") ?? 0)))),
    },
    { on: "GET /recording", answer: () => text(sandbox.recording()) },
    {
      on: "POST /assumptions",
      answer: ({ fields }) => {
        sandbox.assume(fields);
        return json(sandbox.assumptions);
      },
    },
  ];
}

/** Plays a recording in a sandbox of its own, and says whether the same came of it. */
export function replayRoute(replay: (recording: string) => Promise<string>): ControlRoute {
  return {
    on: "POST /replay",
    takesFile: true,
    answer: async (call) => {
      const lines = call.text.split("\n");
      const again = (await replay(call.text)).split("\n");
      const at = lines.findIndex((line, n) => line !== again[n]);
      const isSame = at === -1 && lines.length === again.length;
      const inputs = lines.filter((line) => line !== "").length - 1; // the first says how the day began
      return json({ isSame, inputs, ...(isSame ? {} : { differsAt: (at === -1 ? lines.length : at) + 1 }) });
    },
  };
}

async function interaction(sandbox: Sandbox, { path, query }: ControlCall): Promise<unknown> {
  const id = path["id"] ?? "";
  const until = (["settled", "confirmed"] as const).find((one) => query.has(one));
  return until === undefined ? view(sandbox.interaction(id)) : waited(sandbox, id, until);
}

export function overview({ baseUrl, seed, defaults }: Sandbox): object {
  const { person, owner, ...ids } = defaults;
  return { baseUrl, seed, ...ids, personId: person.id, ownerId: owner.id, actions: portalActions };
}
