import {
  type FunctionDeclarationOverloadStructure,
  type FunctionDeclarationStructure,
  type OptionalKind,
  type ParameterDeclarationStructure,
  type StatementStructures,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatementStructure,
} from "ts-morph";
import type { Model, OperationModel, Schema } from "../model/model.js";
import { typeName } from "../model/names.js";
import { printStatements } from "./print.js";
import { needsNothing } from "./types.js";
import { docComment, key, literal, ModuleWriter } from "./writer.js";

/** Emits `routes.ts`: one constant and one function per operation. */
export function emitRoutes(model: Model, abi: string): ModuleWriter {
  const out = new ModuleWriter("routes.ts", `Operations of ${model.title}, one function each.`, model.sources);
  const schemas = new Map(model.schemas.map((item) => [item.name, item.schema]));
  const lookUp = (name: string): Schema | undefined => schemas.get(name);
  out.typeNamespace("T", "./types.js");
  const statements: StatementStructures[] = [];
  for (const operation of model.operations) {
    out.type("Operation", abi);
    statements.push(descriptor(operation), routeFunction(operation, needsNothing(operation, lookUp), out, abi));
  }
  out.add(statements.length === 0 ? "export {};" : printStatements(statements));
  return out;
}

function descriptor(operation: OperationModel): VariableStatementStructure {
  const fields = Object.entries(descriptorFields(operation)).map(
    ([name, value]) => `  ${key(name)}: ${literal(value, false)},`,
  );
  const declaration = {
    name: `${operation.functionName}Operation`,
    type: "Operation",
    initializer: `{\n${fields.join("\n")}\n}`,
  };
  return {
    kind: StructureKind.VariableStatement,
    leadingTrivia: `\n/** What {@link ${operation.functionName}} sends, as data. */\n`,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [declaration],
  };
}

/** An operation as the runtime wants it: see `Operation` of the runtime's door. */
export function descriptorFields(operation: OperationModel): Record<string, unknown> {
  const { body } = operation;
  const named = (place: string): Record<string, string> =>
    Object.fromEntries(
      operation.parameters.filter((item) => item.in === place).map((item) => [item.wireName, item.name]),
    );
  const fields: Record<string, unknown> = {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    pathParams: named("path"),
    queryParams: named("query"),
    queryConst: operation.queryConst,
    repeated: operation.parameters.filter((item) => item.in === "query" && item.repeated).map((item) => item.name),
    styles: Object.fromEntries(
      operation.parameters.flatMap(({ name, style }) => (style === undefined ? [] : [[name, style]])),
    ),
    headerParams: named("header"),
    ...(body === undefined ? {} : body.flat ? { body: true } : { body: true, bodyParam: "body" }),
    ...(body === undefined || /^application\/json$/i.test(body.mediaType) ? {} : { bodyType: body.mediaType }),
    needs: operation.needs,
    retry: operation.retry,
    idempotencyKey: operation.idempotencyKey,
    ...(operation.auth ? {} : { auth: false }),
    ...(operation.mayBeEmpty ? { mayBeEmpty: true } : {}),
    accept: operation.accept,
    placement: operation.placement,
    routeAssumption: operation.routeAssumption,
    ...(operation.urgent ? { urgent: true } : {}),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function routeFunction(
  operation: OperationModel,
  bare: boolean,
  out: ModuleWriter,
  abi: string,
): FunctionDeclarationStructure {
  const { functionName: name } = operation;
  const base = typeName(name);
  const doc = `\n${operationDoc(operation)}`;
  const params = { name: "params", type: `T.${base}Params`, ...(bare ? { initializer: "{}" } : {}) };
  const shape = { kind: StructureKind.Function, name, isExported: true, leadingTrivia: doc } as const;
  if (operation.stream) {
    return {
      ...shape,
      parameters: parameters(out.type("StreamCaller", abi), params, out.type("StreamOptions", abi)),
      returnType: `Promise<${out.type("StreamAnswer", abi)}>`,
      statements: [`return client.openStream(${name}Operation, params, options);`],
    };
  }
  const [caller, options, call] = [out.type("Caller", abi), out.type("CallOptions", abi), out.type("Call", abi)];
  const signature = (taken: OptionalKind<ParameterDeclarationStructure>, result: string) => ({
    parameters: parameters(caller, taken, options),
    returnType: `${call}<T.${result}, T.${base}Code>`,
  });
  const overload = (type: string, result: string): OptionalKind<FunctionDeclarationOverloadStructure> => ({
    ...signature({ name: "params", type }, result),
    isExported: true,
    leadingTrivia: operationDoc(operation),
  });
  const chosen = overloadsOf(operation, base).map(({ type, result }) => overload(type, result));
  const general = chosen.length === 0 ? [] : [{ ...overload("", ""), ...signature(params, `${base}Result`) }];
  return {
    ...shape,
    ...(chosen.length === 0 ? {} : { leadingTrivia: "\n", overloads: [...chosen, ...general] }),
    ...signature(params, `${base}Result`),
    statements: [`return client.call(${name}Operation, params, options);`],
  };
}

function parameters(
  caller: string,
  params: OptionalKind<ParameterDeclarationStructure>,
  options: string,
): OptionalKind<ParameterDeclarationStructure>[] {
  return [{ name: "client", type: caller }, params, { name: "options", type: options, hasQuestionToken: true }];
}

/** One signature per answer that the fields of the body choose between. */
function overloadsOf({ answerBy }: OperationModel, base: string): { type: string; result: string }[] {
  if (answerBy === undefined) return [];
  const fields = Object.entries(answerBy.fields);
  const none = fields.map(([field]) => `readonly ${key(field)}?: never`).join("; ");
  return [
    ...fields.map(([field, result]) => ({
      type: `T.${base}Params & { readonly ${key(field)}: unknown }`,
      result,
    })),
    { type: `T.${base}Params & { ${none} }`, result: answerBy.otherwise },
  ];
}

function operationDoc(operation: OperationModel): string {
  const { errorCodes } = operation;
  return docComment([
    operation.summary,
    operation.description,
    ...operation.undocumented.map((reason) => `Not documented: ${reason}.`),
    errorCodes.length === 0
      ? ""
      : `Refused with ${errorCodes.map((code) => `\`${code}\``).join(", ")}; other codes are possible.`,
    RETRY[operation.retry] ?? "",
    operation.deprecated ? "@deprecated Marked so in the description." : "",
    `@see ${operation.origin}`,
  ]);
}

const RETRY: Readonly<Record<string, string>> = {
  safe: "Retry: safe. Repeating it changes nothing.",
  "with-client-ref": "Retry: safe while the same client reference is sent; one is filled in when none is given.",
  "after-reread": "Retry: only after reading the state again; never by itself.",
  never: "Retry: never by itself; a repeated request may be carried out twice.",
};
