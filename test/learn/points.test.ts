import { join } from "node:path";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { run } from "../../cli/learn.js";
import { EMPTY } from "../../cli/learn/recording.js";
import { compare } from "../../cli/learn/drift.js";
import { pointsOf } from "../../cli/learn/points.js";
import { verdicts } from "../../cli/learn/switches/index.js";
import { call, here, listen, start, type VirtualSandbox } from "../sandbox/support.js";
import { opened } from "../sandbox/assumptions-support.js";
import { description, tapped } from "./tapped.js";

/** What an App may do in a minute. */
async function minute(sandbox: VirtualSandbox): Promise<void> {
  const { person, channelId, serverId } = sandbox.defaults;
  const stream = await listen(sandbox);
  person.post(channelId, "hello");
  await call(sandbox, "createMessage", { ...here(sandbox), content: "x", clientRef: "k" });
  await call(sandbox, "listMessages", here(sandbox));
  await call(sandbox, "getServer", { serverId });
  await call(sandbox, "listMembers", { serverId });
  await call(sandbox, "listCommands", {});
  const { id } = await opened(sandbox);
  await call(sandbox, "confirmInteraction", { interactionId: id, type: "reply", content: "y" });
  await call(sandbox, "getServer", { serverId: "1" });
  await sandbox.clock.settle();
  stream.close();
}

/** What is learnt from a minute on a platform of these readings, and where its recording is. */
async function report(sandboxAssumptions: object) {
  const { sandbox, file, recording } = await tapped(await start({ assumptions: sandboxAssumptions }));
  await minute(sandbox);
  const [known, recorded] = [await description, await recording()];
  const points = pointsOf(known, compare(recorded, known), verdicts(recorded));
  const said = points
    .flatMap(({ symbol, answer }) => (answer === undefined ? [] : `(${symbol}): ${answer}\n`))
    .join("");
  return { said, file };
}

test("nothing is answered by no traffic", async () => {
  const known = await description;
  const points = pointsOf(known, compare(EMPTY, known), verdicts(EMPTY));
  expect(points.length).toBe(known.loaded.model.undocumented.flatMap(({ reasons }) => reasons).length);
  expect(points.filter(({ answer }) => answer !== undefined)).toEqual([]);
});

test.each<readonly [object, string]>([
  [{ revisionShape: "number" }, "(Revision): came as integer"],
  [{ revisionShape: "text" }, "(Revision): came as text"],
  [{ messageAuthor: "authorId" }, "(Message): messageAuthor is authorId; also came authorId"],
  [{ messageAuthor: "absent" }, "(Message): messageAuthor is absent"],
  [{ permissionsShape: "map" }, "(Permissions): received as a map"],
  [{ permissionsShape: "bits" }, "(Permissions): came as digits"],
  [{ commandArguments: "data.options" }, "(CommandData): commandArguments is data.options; also came options"],
  [{ commandSavedShape: "wrapped" }, "(CommandSaved): commandSavedShape is wrapped"],
  [{ followupsShape: "count" }, "(InteractionState.followups): came as integer"],
  [{ followupsShape: "list" }, "(InteractionState.followups): came as empty list"],
  [{ expiresAtShape: "epochMs" }, "(InteractionState.expiresAt): came as integer"],
  [{ answeredState: "numbers" }, "(InteractionState.state): came as digits"],
  [{ errorBodyShape: "flat" }, "(ErrorBody.message): came as text"],
])("under %j the undocumented points that came have an answer", async (assumptions, line) => {
  expect((await report(assumptions)).said).toContain(line);
});

test("what cannot have come has no answer", async () => {
  const { said } = await report({});
  expect(said).not.toMatch(
    /\((ConnectionCloseEvent|ReactionUpdateEvent|CommandEdited|MessageCreated\.moderationWarning)/,
  );
});

test("with its overlays the description of the platform has all that came", async () => {
  const { file } = await report({ messageAuthor: "authorId", revisionShape: "number", permissionsShape: "map" });
  const out = join(file, "..", "overlays");
  await run([file, "--out", out], ...silent);
  const overlays = (await readdir(out)).flatMap((name) => ["--overlay", join(out, name)]);
  // Of a word nothing but its value could be added.
  expect((await driftKinds(file, [])).filter((kind) => kind !== "word")).not.toEqual([]);
  expect((await driftKinds(file, overlays)).filter((kind) => kind !== "word")).toEqual([]);
});

const silent = [() => undefined, () => undefined] as const;

async function driftKinds(file: string, options: readonly string[]): Promise<readonly string[]> {
  let said = "";
  await run([file, "--json", ...options], (text) => void (said += text));
  const { drift } = JSON.parse(said) as { drift: readonly { readonly kind: string }[] }; // printed by learn
  return drift.map(({ kind }) => kind);
}
