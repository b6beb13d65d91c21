import manifest from "./package.json" with { type: "json" };

/**
 * The floors of the house, from the ground up. An import never goes up, and some doors stay shut on purpose:
 * sandbox and runtime are each other's independent witness, and codegen must serve any description.
 */
const ours = "^(runtime|generated|codegen|sandbox|cli|examples|bench|test)/";

/** The package by its own name, before (name) and after (dist) a build. */
const ownName = `^(${manifest.name}(/|$)|dist/)`;

/** What each folder may import of ours, besides itself. Everything else of ours is refused. */
const floors = {
  "runtime/abi": [],
  generated: ["runtime/abi"],
  "runtime/http": ["runtime/abi", "generated"],
  "runtime/events": ["runtime/abi", "generated", "runtime/http"],
  "runtime/delivery": ["runtime/abi", "generated", "runtime/http"],
  "runtime/app": ["runtime/abi", "generated", "runtime/http", "runtime/events", "runtime/delivery"],
  sandbox: ["generated"],
  codegen: [],
  cli: ["codegen", "generated", "runtime", "sandbox"],
};

const floorRules = Object.entries(floors).map(([folder, below]) => ({
  name: `floor-${folder.replace("/", "-")}`,
  comment: `${folder} may import of ours only: ${below.length === 0 ? "nothing" : below.join(", ")}`,
  severity: "error",
  from: { path: `^${folder}/` },
  to: { path: ours, pathNot: [folder, ...below].map((name) => `^${name}/`) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...floorRules,
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
      comment: "runtime, generated and sandbox may import from npm only what package.json lists under dependencies",
      severity: "error",
      from: { path: "^(runtime|generated|sandbox)/" },
      to: {
        dependencyTypes: ["npm-dev", "npm-peer", "npm-optional", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm", "type-only"],
      },
    },
    {
      name: "no-cycles",
      comment: "Two modules that need each other are one module, or lack a third",
      severity: "error",
      from: { path: ours },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
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
      from: { path: "^(runtime|generated|codegen|sandbox|cli)/" },
      to: { path: ownName, dependencyTypesNot: ["aliased-subpath-import"] },
    },
  ],
  options: {
    // Benches may have packages of their own, which are nobody's code here.
    exclude: { path: "^bench/[^/]+/node_modules/" },
    doNotFollow: { path: ["node_modules", "^dist/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
