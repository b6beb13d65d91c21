import manifest from "../package.json" with { type: "json" };

/**
 * The floors of the house, from the ground up. An import never goes up, and some doors stay shut on purpose:
 * sandbox and runtime are each other's independent witness, and codegen must serve any description.
 */
const ours = "^(runtime|generated|codegen|sandbox|testing|cli|examples|bench|test)/";

/** The package by its own name, before (name) and after (dist) a build. */
const ownName = `^(${manifest.name}(/|$)|dist/)`;

/** What all of runtime may stand on. */
const ground = ["runtime/base", "runtime/abi", "generated", "runtime/diagnostics"];

/** What each folder may import of ours, besides itself. Everything else of ours is refused. */
const floors = {
  "runtime/base": [],
  "runtime/abi": ["runtime/base"],
  "runtime/diagnostics": ["runtime/base", "runtime/abi", "generated"],
  "runtime/caller": ["runtime/base", "runtime/abi", "runtime/http"],
  generated: ["runtime/abi"],
  "runtime/http": ground,
  "runtime/store": [...ground, "runtime/http"],
  "runtime/interaction": [...ground, "runtime/http"],
  "runtime/events": [...ground, "runtime/http", "runtime/store", "runtime/interaction"],
  "runtime/delivery": [...ground, "runtime/http", "runtime/store", "runtime/interaction"],
  "runtime/adapters": [...ground, "runtime/http", "runtime/delivery"],
  "runtime/fleet": [
    ...ground,
    "runtime/http",
    "runtime/store",
    "runtime/interaction",
    "runtime/events",
    "runtime/delivery",
  ],
  "runtime/app": [
    ...ground,
    "runtime/http",
    "runtime/store",
    "runtime/interaction",
    "runtime/events",
    "runtime/delivery",
    "runtime/fleet",
  ],
  sandbox: ["generated"],
  codegen: ["runtime/base", "runtime/abi"],
  testing: ["generated", "runtime", "sandbox"],
  cli: ["codegen", "generated", "runtime", "sandbox", "testing"],
};

const floorRules = Object.entries(floors).map(([folder, below]) => ({
  name: `floor-${folder.replace("/", "-")}`,
  comment: `${folder} may import of ours only: ${below.length === 0 ? "nothing" : below.join(", ")}`,
  severity: "error",
  from: { path: `^${folder}/` },
  to: { path: ours, pathNot: [folder, ...below].map((name) => `^${name}/`) },
}));

/** The rooms of an App that lie above one another: what is written, how it is found, who waits, what a handler gets, the run. */
const rooms = ["definitions", "routing", "conversations", "contexts", "interactions"];

const roomRules = rooms.slice(0, -1).map((room, index) => ({
  name: `room-${room}`,
  comment: `runtime/app/${room} imports none of the rooms above it: ${rooms.slice(index + 1).join(", ")}`,
  severity: "error",
  from: { path: `^runtime/app/${room}/` },
  to: { path: rooms.slice(index + 1).map((name) => `^runtime/app/${name}/`) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...floorRules,
    ...roomRules,
    {
      name: "runtime-root",
      comment:
        "The barrels at the root of runtime may import any floor of runtime and the generated code, nothing else",
      severity: "error",
      from: { path: "^runtime/[^/]+$" },
      to: { path: ours, pathNot: ["^runtime/", "^generated/"] },
    },
    {
      name: "no-barrel-from-inside",
      comment: "The barrels at the root of runtime stand on top: nothing inside runtime imports them",
      severity: "error",
      from: { path: "^runtime/[^/]+/" },
      to: { path: "^runtime/[^/]+$" },
    },
    {
      name: "examples-use-public-names",
      comment: "An example imports what a user imports: the package by its name",
      severity: "error",
      from: { path: "^examples/" },
      to: { path: ours, pathNot: "^examples/", dependencyTypesNot: ["aliased", "localmodule", "npm"] },
    },
    {
      name: "generated-imports-the-door-only",
      comment: "Generated code imports runtime/abi and nothing from npm, except what it loads lazily for error texts",
      severity: "error",
      from: { path: "^generated/" },
      to: { path: "^node_modules/", dynamic: false },
    },
    {
      name: "shipped-code-needs-shipped-packages",
      comment:
        "runtime, generated and sandbox may import from npm only what package.json lists under dependencies; the " +
        "sandbox's page goes into files with its library",
      severity: "error",
      from: { path: "^(runtime|generated|sandbox)/", pathNot: "^(runtime/fleet/(nats|redis)|sandbox/page)/" },
      to: {
        dependencyTypes: ["npm-dev", "npm-peer", "npm-optional", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm", "type-only"],
      },
    },
    {
      name: "engines-need-their-client-only",
      comment: "An adapter of an engine may also import that engine's client, an optional peer",
      severity: "error",
      from: { path: "^runtime/fleet/(nats|redis)/" },
      to: { path: "^node_modules/", pathNot: "^node_modules/(@nats-io|ioredis)/", dependencyTypesNot: ["npm"] },
    },
    {
      name: "no-cycles",
      comment: "Two modules that need each other, for a type too, are one module, or lack a third",
      severity: "error",
      from: { path: ours },
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that cannot be found",
      severity: "error",
      from: { path: ours },
      to: { couldNotResolve: true, pathNot: ownName },
    },
    {
      name: "own-name-is-for-users",
      comment: "Inside the package modules import each other by path, so that the floors can be seen",
      severity: "error",
      from: { path: "^(runtime|generated|codegen|sandbox|testing|cli)/" },
      to: { path: ownName, dependencyTypesNot: ["aliased-subpath-import"] },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^dist/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
