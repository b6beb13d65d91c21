/**
 * `npm run diagnostics`: writes docs/options.md, every option with its type, default and meaning, from the definitions in
 * runtime/ and the comments above them. With `--check` it only compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { type InterfaceDeclaration, Project, type Symbol, ts, type Type } from "ts-morph";

const PAGE = "docs/options.md";

interface Section {
  readonly title: string;
  readonly of: string;
  readonly file: string;
  readonly says: string;
  /** Interface whose options the section leaves out, because another section has them. */
  readonly without?: string;
}

const SECTIONS: readonly Section[] = [
  {
    title: "App",
    of: "AppOptions",
    file: "runtime/app/options.ts",
    says: "`new App(options)` takes these and all [options of a client](#client). Guide: [Apps](app.md).",
    without: "ClientOptions",
  },
  {
    title: "Sessions",
    of: "SessionsOptions",
    file: "runtime/app/sessions/sessions.ts",
    says: "`sessions(options)`. Guide: [sessions](app-reference.md#sessions).",
  },
  {
    title: "Client",
    of: "ClientOptions",
    file: "runtime/http/options.ts",
    says: "`createClient(options)`, and every App. Guide: [Calling routes](rest.md).",
  },
  {
    title: "Client over fetch",
    of: "FetchClientOptions",
    file: "runtime/http/fetch-client/client.ts",
    says: "`createFetchClient(options)`. Guide: [Small bundles](rest.md#small-bundles).",
  },
  {
    title: "Caller",
    of: "CallerOptions",
    file: "runtime/caller/options.ts",
    says: "`createCaller(options)`, for any description. Guide: [Generating](generate.md#call-your-api).",
  },
  {
    title: "One call",
    of: "CallOptions",
    file: "runtime/abi/call-options.ts",
    says: "The last argument of every route function.",
  },
  {
    title: "Events",
    of: "EventsOptions",
    file: "runtime/events/options.ts",
    says: "`openEvents(client, options)`. Guide: [Delivery guarantees](delivery-guarantees.md).",
  },
  {
    title: "Signed endpoint",
    of: "DeliveryHandlerOptions",
    file: "runtime/delivery/handler/options.ts",
    says: "`createDeliveryHandler(options)`. Guide: [Endpoints](endpoints.md).",
  },
  {
    title: "Fleet",
    of: "FleetOptions",
    file: "runtime/fleet/options.ts",
    says: "`openFleet(options)`. Guide: [One App on many machines](scaling.md).",
  },
  {
    title: "Fleet over NATS",
    of: "NatsEngineOptions",
    file: "runtime/fleet/nats/engine.ts",
    says: "`natsEngine(connect, options)`.",
  },
];

const HEAD = `# Options

Every option with its type, its default and what it does. Unknown options, and values of the wrong type, throw an
\`ArgumentError\` that names them. An option that is an object has its own table below. Names that end in \`Ms\` are times in
milliseconds.
`;

const project = new Project({ tsConfigFilePath: "tsconfig.json", skipAddingFilesFromTsConfig: true });
project.addSourceFilesAtPaths(SECTIONS.map(({ file }) => file));

const declared = ({ of, file }: { readonly of: string; readonly file: string }): InterfaceDeclaration =>
  project.getSourceFileOrThrow(file).getInterfaceOrThrow(of);

/** A table of an object's options; behind it one for each object inside, under its path. */
function tablesOf(node: InterfaceDeclaration, type: Type, without: ReadonlySet<string>, path = ""): string[] {
  const checker = project.getTypeChecker();
  const all = type.getProperties().filter((one) => !without.has(one.getName()));
  const sorted = [...all.filter((one) => !one.isOptional()), ...all.filter((one) => one.isOptional())];
  const options = sorted.map((option) => ({ option, own: checker.getTypeOfSymbolAtLocation(option, node) }));
  const rows = options.map(({ option, own }) => rowOf(option, own, node));
  const inner = options.flatMap(({ option, own }) => {
    const group = (own.isUnion() ? own.getUnionTypes() : [own]).find((part) => isGroup(part));
    const name = `${path}${option.getName()}`;
    return group === undefined ? [] : [`### ${name}`, "", ...tablesOf(node, group, new Set(), `${name}.`)];
  });
  return ["| Option | Type | What it does |", "| --- | --- | --- |", ...rows, "", ...inner];
}

/** Whether it is an object of options itself: made by `options()`. */
const isGroup = (type: Type): boolean =>
  (type.getSymbol()?.getDeclarations() ?? []).some((one) =>
    one
      .asKind(ts.SyntaxKind.InterfaceDeclaration)
      ?.getExtends()
      .some((base) => base.getText().startsWith("OptionsOf<typeof")),
  );

function rowOf(option: Symbol, type: Type, node: InterfaceDeclaration): string {
  const checker = project.getTypeChecker().compilerObject;
  const name = option.getName();
  const comment = ts.displayPartsToString(option.compilerSymbol.getDocumentationComment(checker));
  if (comment.trim() === "") throw new Error(`${name} of ${node.getName()} has no comment`);
  const { usual, says } = parted(comment.replaceAll(/\s+/g, " ").trim());
  const end = option.isOptional() ? usual && `Default: ${usual}.` : "Required.";
  const cells = [`\`${name}\``, typeText(type, node), `${says} ${end.replace('.".', '."')}`.trim()];
  return `| ${cells.join(" | ")} |`;
}

/** A comment's sentence about the default, and the others. */
function parted(comment: string): { readonly usual: string; readonly says: string } {
  const sentence = /(?:^|(?<=[.;] ))Default:? ("[^"]+"|.+?)(?:\.(?= [A-Z`]|$)|$)/.exec(comment);
  const inline = /`([\w-]+)` \(default\)/.exec(comment)?.[1];
  const usual = sentence?.[1] ?? (inline === undefined ? "" : `\`${inline}\``);
  const says = comment.replace(sentence?.[0] ?? "", "").replace(" (default)", "");
  return { usual: cell(usual), says: cell(says.replaceAll(/\s+/g, " ").trim()) };
}

const LONGEST = 60;

/** As the editor shows it. A union of words is sorted: the compiler's order depends on what else it has read. */
function typeText(type: Type, node: InterfaceDeclaration): string {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
  const text = type
    .getNonNullableType()
    .getText(node, flags)
    .replaceAll(/import\("[^"]+"\)\./g, "");
  if (text.length > LONGEST && !type.isUnion()) return "`object`";
  const parts = /[({[<]/.test(text) ? [text] : text.split(" | ").sort();
  return `\`${cell(parts.join(" | "))}\``;
}

function cell(text: string): string {
  return text.replaceAll(/\{@link (\S+?)\}/g, "`$1`").replaceAll("|", "\\|");
}

function sectionText(section: Section): string {
  const node = declared(section);
  const other = SECTIONS.find(({ of }) => of === section.without);
  const others = other === undefined ? [] : declared(other).getType().getProperties();
  const tables = tablesOf(node, node.getType(), new Set(others.map((one) => one.getName())));
  return [`## ${section.title}`, "", section.says, "", ...tables].join("\n");
}

const text = await format([HEAD, ...SECTIONS.map(sectionText)].join("\n"), {
  ...(await resolveConfig(PAGE)),
  parser: "markdown",
});
if (!process.argv.includes("--check")) await writeFile(PAGE, text);
else if ((await readFile(PAGE, "utf8")) !== text) {
  console.error(`${PAGE} is not what the code says: run npm run diagnostics.`);
  process.exitCode = 1;
}
