import type { About, Client } from "../../codegen/changes/client.js";
import type { Values } from "../../codegen/changes/finding.js";
import type { Model, OperationModel, Parameter } from "../../codegen/model/model.js";
import { modelWith } from "../codegen/support/handmade.js";

type Part = Partial<Model>;
/** Parts of two models, of which the second replaces the first. */
export type ModelRow = readonly [what: string, before: Part, after: Part];

/** All that a rule says of two models: `rule subject at {values} (where before, where after)`. */
function said(compare: (client: Client) => void, before: Part, after: Part): string[] {
  const lines: string[] = [];
  const say = (rule: string, { subject, at, places }: About, values: Values = {}): void => {
    const where = places.map((place) => place ?? "nowhere").join(", ");
    lines.push(`${rule} ${subject}${at === undefined ? "" : ` ${at}`} ${JSON.stringify(values)} (${where})`);
  };
  compare({ before: modelWith(before), after: modelWith(after), say });
  return lines;
}

/** What is said of each row, there and back. */
export function saidOf(compare: (client: Client) => void, rows: readonly ModelRow[]): string {
  const texts = rows.flatMap(([what, before, after]) => [
    `# ${what}`,
    ...said(compare, before, after),
    "and back",
    ...said(compare, after, before),
    "",
  ]);
  return texts.join("\n");
}

const OPERATION: OperationModel = {
  id: "a",
  functionName: "getBooks",
  tags: [],
  typeName: "GetBooks",
  method: "GET",
  path: "/books",
  summary: "",
  description: "",
  deprecated: false,
  parameters: [],
  queryConst: {},
  needs: [],
  answers: [],
  answerShapes: [],
  errorCodes: [],
  possibleCodes: [],
  retry: "never",
  urgent: false,
  auth: false,
  stream: false,
  mayBeEmpty: false,
  placement: {},
  undocumented: [],
  tensions: [],
  origin: "openapi.yaml#/paths",
};

export const operation = (more: Partial<OperationModel>): OperationModel => ({ ...OPERATION, ...more });

export const parameter = (wireName: string, place: Parameter["in"], more: Partial<Parameter> = {}): Parameter => ({
  wireName,
  name: wireName,
  in: place,
  required: false,
  repeated: false,
  reserved: false,
  schema: true,
  doc: "",
  deprecated: false,
  undocumented: [],
  tensions: [],
  ...more,
});
