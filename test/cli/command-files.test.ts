import { expect, test } from "vitest";
import { readDefinitions } from "../../cli/commands/source.js";
import { UsageError } from "../../cli/usage-error.js";
import { temporaryFolder, writeFiles } from "../codegen/support/temporary.js";

const command = { type: "chat", name: "roll", description: "Roll a die" };
const sides = { type: "integer", name: "sides", description: "How many" };

async function read(...list: readonly object[]) {
  const folder = await temporaryFolder();
  await writeFiles(folder, { "commands.json": JSON.stringify(list) });
  return readDefinitions(`${folder}/commands.json`, { load: () => Promise.reject(new Error()), patienceMs: 1 });
}

test.each([
  [{ ...command, optons: [sides] }, 'entry 2: has a field "optons". Did you mean "options"?'],
  [
    { ...command, options: [sides, { ...sides, requird: true }] },
    'entry 2: option "sides" has a field "requird". Did you mean "required"?',
  ],
  [
    { command: { ...command, options: [{ ...sides, minvalue: 2 }] } },
    'entry 2: option "sides" has a field "minvalue". Did you mean "minValue"?',
  ],
])("a misspelled field of a file of commands is refused, since no compiler saw it: %j", async (wrong, why) => {
  const asked = read({ ...command, name: "good" }, wrong);
  await expect(asked).rejects.toThrow(UsageError);
  await expect(asked).rejects.toThrow(why);
});

test("a field that resembles none is left to the service, which may know more", async () => {
  const option = { type: "colour", name: "shade", description: "Which", palette: "warm", names: 3 };
  const definition = { ...command, options: [option], audience: "adults" };
  expect(await read(definition)).toEqual([{ command: definition }]);
});
