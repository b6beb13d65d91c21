import type { Model } from "../model/model.js";
import { assumptionChoices, assumptionDefaults, assumptionTypeNames } from "./assumptions.js";
import { docComment, key, literal, ModuleWriter } from "./writer.js";

/** Emits `tables.ts`: everything of the description that is data. */
export function emitTables(model: Model): ModuleWriter {
  const out = new ModuleWriter("tables.ts", `Tables of ${model.title}.`, model.sources);
  for (const table of model.tables) {
    out.add(
      `${docComment([table.doc || `The table ${table.name} of the description.`])}export const ${table.name} = ${literal(table.value)} as const;`,
    );
  }
  out.add(limitsTable(model), familiesTable(model), codesTable(model));
  out.add(...assumptionDefaults(model.assumptions), ...assumptionChoices(model.assumptions));
  for (const type of assumptionTypeNames(model.assumptions)) out.type(type, "./types.js");
  out.add(operationsTable(model, out));
  return out;
}

function limitsTable(model: Model): string {
  if (model.limits.length === 0) return "";
  const fields = model.limits.map((limit) => {
    const doc = docComment(
      [limit.meaning, `Unit: ${limit.unit}.${limit.appliesTo === "" ? "" : ` Applies to ${limit.appliesTo}.`}`],
      "  ",
    );
    return `${doc}  ${key(limit.name)}: ${literal(limit.value)},`;
  });
  return `/** Every number of the description that code needs; a name ends in its unit. */\nexport const limits = {\n${fields.join("\n")}\n} as const;`;
}

function familiesTable(model: Model): string {
  const families = new Map(
    model.messages.flatMap(({ type, family }) => (family === undefined ? [] : [[type, family]])),
  );
  if (families.size === 0) return "";
  const fields = [...families].map(([type, family]) => `  ${key(type)}: ${literal(family)},`);
  return `/** The family each event belongs to, by event type. */\nexport const eventFamilies = {\n${fields.join("\n")}\n} as const;`;
}

function codesTable(model: Model): string {
  if (model.errorCodes.length === 0) return "";
  const fields = model.errorCodes.map(({ code, condition, status, advice }) => {
    const entry = { condition, ...(advice === "" ? {} : { advice }), ...(status === undefined ? {} : { status }) };
    return `  ${key(code)}: ${literal(entry)},`;
  });
  return `/** Documented codes of refusals: when they come, and the status where it is documented. */\nexport const errorCodes = {\n${fields.join("\n")}\n} as const;`;
}

function operationsTable(model: Model, out: ModuleWriter): string {
  const fields = model.operations.map(({ id, functionName }) => {
    const constant = out.value(`${functionName}Operation`, "./routes.js");
    return `  ${key(id)}: ${constant},`;
  });
  return `/** Every operation by its id. */\nexport const operations = {\n${fields.join("\n")}\n};`;
}
