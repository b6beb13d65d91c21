import { expect, test } from "vitest";
import { asMessageId, type MessagePage, reactionsOf } from "svc-apps";

const id = asMessageId("7103000000000000001");
const thumb = { emoji: "👍", count: 2, mine: true };
const heart = { emoji: "❤️", count: 1 };
const page = (given: unknown): Pick<MessagePage, "reactions"> => ({
  reactions: (given === undefined ? {} : { [id]: given }) as MessagePage["reactions"], // as it may come
});

test.each([
  ["a list", [thumb, heart], [thumb, heart]],
  ["a map", { a: thumb, b: heart }, [thumb, heart]],
  ["a single one", thumb, [thumb]],
  ["nothing", undefined, []],
  ["null", null, []],
  ["text", "👍", []],
  ["a list with what is none", [thumb, null, { emoji: "x" }, 5], [thumb]],
])("MSG-06 G-05 the reactions to a message are read from %s", (_, given, wanted) => {
  expect(reactionsOf(page(given), id)).toEqual(wanted);
});
