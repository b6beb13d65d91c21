import type { Command } from "./frame.js";

/**
 * Every command, in the order in which somebody meets them. Each has a module of its own, `cli/<name>.ts`, that
 * exports `run(argv)` and answers `--help` itself.
 */
export const commands: readonly Command[] = [
  {
    name: "init",
    summary: "a small project: a bot, its test, and what both need",
    load: () => import("./init.js"),
  },
  {
    name: "dev",
    summary: "your App and the platform side by side on this machine, with a page to see both",
    load: () => import("./dev.js"),
  },
  {
    name: "generate",
    summary: "types, functions, guards and tables from any OpenAPI document",
    needs: ["yaml", "ts-morph"],
    needsFor: { "--paths": ["openapi-typescript", "typescript"] },
    isSilent: true,
    load: () => import("./generate.js"),
  },
  {
    name: "diff",
    summary: "what changed between two descriptions for users of the generated client",
    needs: ["yaml"],
    needsFor: { "--uses": ["ts-morph"] },
    isSilent: true,
    load: () => import("./diff.js"),
  },
  {
    name: "docs",
    summary: "a reference of any description, as Markdown pages",
    needs: ["yaml"],
    isSilent: true,
    load: () => import("./docs.js"),
  },
  {
    name: "bundle",
    summary: "a description in one piece, for any host of API pages",
    needs: ["yaml"],
    isSilent: true,
    load: () => import("./bundle.js"),
  },
  {
    name: "deliver",
    summary: "signed deliveries, good and badly made, against any endpoint",
    load: () => import("./deliver.js"),
  },
  {
    name: "sandbox",
    summary: "the whole platform on this machine, for development and tests",
    load: () => import("./sandbox.js"),
  },
  {
    name: "listen",
    summary: "the events of your App as they come, and on to a local endpoint",
    needsFor: { "--learn": ["yaml"] },
    load: () => import("./listen.js"),
  },
  {
    name: "learn",
    summary: "what real traffic shows beyond a description, from names and types alone",
    needs: ["yaml"],
    isSilent: true,
    load: () => import("./learn.js"),
  },
  {
    name: "doctor",
    summary: "what keeps an App from working, and what to do about it",
    isSilent: true,
    load: () => import("./doctor.js"),
  },
  {
    name: "why",
    summary: "why a person saw nothing, from what the App recorded",
    isSilent: true,
    load: () => import("./why.js"),
  },
  {
    name: "commands",
    summary: "plan and apply the registration of your App's commands",
    isSilent: true,
    load: () => import("./commands.js"),
  },
  {
    name: "plan",
    summary: "what deploying a build of your App would do to commands and to components in messages",
    isSilent: true,
    load: () => import("./plan.js"),
  },
  {
    name: "fleet",
    summary: "an App on many machines: who reads, what waits, what was put aside",
    load: () => import("./fleet.js"),
  },
  {
    name: "mcp",
    summary: "the local platform as tools for coding assistants (Model Context Protocol)",
    needs: ["@modelcontextprotocol/sdk"],
    load: () => import("./mcp.js"),
  },
  {
    name: "conformance",
    summary: "judges any client or App, in any language, by what it does",
    load: () => import("./conformance.js"),
  },
];
