import { notFound } from "../../refusal.js";
import type { Sandbox } from "../../sandbox.js";
import type { ControlCall } from "../calls.js";
import { json, overview, text, type ControlRoute } from "../routes.js";
import { callRoute } from "./call.js";
import { shortOf, wholeOf } from "./entries.js";
import { atOnce, type PageFeed } from "./feed.js";
import { fileRoutes, pageFile } from "./files.js";
import { pageChannel, pageDescription, pageInteraction, pageMessages, pageState } from "./state.js";
import type { PageEntries } from "./types.js";

export function pageRoutes(sandbox: Sandbox, feed: PageFeed): readonly ControlRoute[] {
  return [
    {
      on: "GET /",
      answer: async ({ wantsPage }) => (wantsPage ? pageFile("index.html") : json(overview(sandbox))),
    },
    ...fileRoutes,
    { on: "GET /page/description", answer: () => json(pageDescription()) },
    { on: "GET /page/state", answer: () => json(pageState(sandbox, feed.failures)) },
    { on: "GET /page/events", answer: ({ query }) => feed.open(Number(query.get("after") ?? 0)) },
    { on: "GET /page/channel", answer: ({ query }) => json(pageChannel(sandbox, query)) },
    {
      on: "GET /page/messages",
      answer: ({ query }) =>
        json(pageMessages(sandbox, query.get("person") ?? "", (query.get("ids") ?? "").split(","))),
    },
    {
      on: "GET /page/interactions/:id",
      answer: ({ path }) => json(pageInteraction(sandbox, path["id"] ?? "")),
    },
    { on: "GET /page/log", answer: ({ query }) => json(older(sandbox, Number(query.get("before") ?? 0))) },
    { on: "GET /page/log/:number", answer: (call) => entry(sandbox, call) },
    { on: "POST /page/call", answer: async ({ fields }) => json(await callRoute(sandbox, fields)) },
  ];
}

const older = (sandbox: Sandbox, before: number): PageEntries => ({
  entries: sandbox.log.before(before, atOnce).map((one) => shortOf(sandbox, one)),
  oldest: sandbox.log.oldest,
});

function entry(sandbox: Sandbox, { path }: ControlCall): ReturnType<typeof text> {
  const found = sandbox.log.entry(Number(path["number"]));
  if (found === undefined) throw notFound("entry of the log");
  return text(wholeOf(sandbox, found), "application/json");
}
