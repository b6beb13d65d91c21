import * as api from "@opentelemetry/api";
import {
  App,
  button,
  chatCommand,
  component,
  fillId,
  messageCommand,
  modal,
  select,
  sessions,
  userCommand,
} from "svc-apps";
import { openTelemetry } from "svc-apps/otel";
import { describe, expect, test } from "vitest";

/** As a program without types calls it. */
const loose = (make: unknown) => make as (...given: readonly unknown[]) => unknown;
const refused = (message: string) => expect.objectContaining({ name: "ArgumentError", message }) as unknown;

test.each<[string, unknown, readonly unknown[], string]>([
  ["chatCommand()", chatCommand, [], "chatCommand() takes { name, description, options }, not undefined"],
  ["of a name", chatCommand, ["roll"], 'chatCommand() takes { name, description, options }, not "roll"'],
  ["userCommand(null)", userCommand, [null], "userCommand() takes { name, description, target }, not null"],
  [
    "a target that reads nothing",
    messageCommand,
    [{ name: "pin", description: "x", target: "id" }],
    'messageCommand "pin" has a target that is not a function',
  ],
  ["modal()", modal, [], "modal() takes { id, title, fields }, not undefined"],
  ["button()", button, [], "button() takes { id }, not undefined"],
  ["select()", select, [], "select() takes { id, options }, not undefined"],
])("a definition of nothing is refused with what it takes: %s", (_what, make, given, message) => {
  expect(() => loose(make)(...given)).toThrow(refused(message));
});

test("a list that is none, or holds what is not an object, is refused with whose it is", () => {
  const command = (options: unknown) => () => loose(chatCommand)({ name: "roll", description: "x", options });
  for (const none of [{}, null, "sides"]) {
    expect(command(none)).toThrow(refused('Command "roll" has options that are no list'));
  }
  for (const item of [null, "sides", []]) {
    expect(command([item])).toThrow(refused('Command "roll" has an option that is not an object'));
  }
  expect(() => loose(modal)({ id: "f", title: "F", fields: [null] })).toThrow(
    refused('Modal "f" has a field that is not an object'),
  );
  expect(() => loose(select)({ id: "s", options: [null] })).toThrow(
    refused('Select "s" has an option that is not an object'),
  );
});

test("an id that is none is shown as it was written", () => {
  const own = () => {};
  const none = 'is not an id matcher: expected a string, a template such as "vote:{choice}", { prefix } or a RegExp';
  const registered = (id: unknown) => () => new App().component(id as string, own);
  expect(registered(loose(component)({ prefx: "x" }))).toThrow(refused(`The id { prefx } ${none}`));
  expect(registered({ prefx: "x" })).toThrow(refused(`The id { prefx } ${none}`));
  expect(registered(null)).toThrow(refused(`The id null ${none}`));
});

test("an id is filled with texts alone", () => {
  expect(() => loose(fillId)("vote:{choice}", null)).toThrow(refused('Id "vote:{choice}" needs a string for {choice}'));
  expect(() => loose(fillId)()).toThrow(refused("An id must be a non-empty string"));
});

const text = { name: "a", description: "b" };
const own = (): void => undefined;

test.each<[string, unknown, object, string]>([
  ["a command", chatCommand, { ...text, optons: [] }, 'chatCommand() has no field "optons". Did you mean "options"?'],
  ["its name", chatCommand, { nmae: "a", description: "b" }, 'chatCommand() has no field "nmae". Did you mean "name"?'],
  ["of a person", userCommand, { ...text, targt: own }, 'userCommand() has no field "targt". Did you mean "target"?'],
  [
    "of a message",
    messageCommand,
    { ...text, requiredPermision: "x" },
    'messageCommand() has no field "requiredPermision". Did you mean "requiredPermission"?',
  ],
  ["a form", modal, { id: "a", titel: "b", fields: [] }, 'modal() has no field "titel". Did you mean "title"?'],
  [
    "what may be chosen",
    select,
    { id: "a", options: [{ label: "b", vlaue: "c" }] },
    'Select "a" has an option without a value',
  ],
])("a misspelled field of %s is refused where it is defined", (_what, make, input, message) => {
  expect(() => loose(make)(input)).toThrow(refused(message));
});

test("fields that resemble none, and those of components, may be anything", () => {
  expect(loose(chatCommand)({ ...text, type: "chat", handler: own })).toEqual({ ...text, type: "chat", options: [] });
  expect(loose(modal)({ id: "a", title: "b", colour: "red", fields: [] })).toEqual({ id: "a", title: "b", fields: [] });
  expect(button({ id: "a", labels: ["b"] }).of()).toEqual({ type: "button", id: "a", labels: ["b"] });
});

describe("sessions", () => {
  test.each<[unknown, string]>([
    [undefined, "sessions() takes an object of options, got undefined"],
    [{ inital: () => ({}) }, 'sessions() has no option "inital". Did you mean "initial"?'],
    [{ initial: {} }, "sessions(): initial must be a function, got object"],
    [{}, "sessions() requires initial, a function that returns the initial session data"],
    [{ initial: () => ({}), by: "user" }, "sessions(): by must be one of person, channel, server, got string"],
    [{ initial: () => ({}), store: {} }, "sessions(): store must be a store, e.g. fileStore(), got object"],
  ])("refuse %j where they are made", (options, message) => {
    expect(() => loose(sessions)(options)).toThrow(refused(message));
  });
});

test("telemetry says what its first argument is, also where the two are swapped", () => {
  const what = 'openTelemetry() takes the API package first: import * as api from "@opentelemetry/api"';
  for (const given of [[], [null], [{ baseUrl: "http://127.0.0.1:1" }, api], [{ trace: api.trace }]]) {
    expect(() => loose(openTelemetry)(...given)).toThrow(refused(what));
  }
  const options = "openTelemetry() takes the options of an App second, not";
  expect(() => loose(openTelemetry)(api, null)).toThrow(refused(`${options} null`));
  expect(() => loose(openTelemetry)(api, () => ({}))).toThrow(refused(`${options} function`));
});
