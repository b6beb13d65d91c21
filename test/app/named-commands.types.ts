import { chatCommand } from "svc-apps";
import type { TestPerson } from "svc-apps/testing";

declare const person: TestPerson;
const roll = chatCommand({
  name: "roll",
  description: "Roll",
  options: [{ type: "integer", name: "sides", description: "How many", required: true }],
});
const hello = chatCommand({ name: "hello", description: "Hello" });

export const compiles = [
  person.run(roll, { sides: 6 }),
  person.run(hello),
  person.run("roll", { sides: 6 }),
  person.run("hello"),
  person.runOnUser("Greet", person),
  person.runOnMessage("Quote", { id: "1" }),
];

export const doesNotCompile = [
  // @ts-expect-error the definition knows its options
  person.run(roll, { sidez: 6 }),
  // @ts-expect-error and which of them are required
  person.run(roll),
  // @ts-expect-error a command without options takes no arguments
  person.run(hello, { sides: 6 }),
];
