/** Finds what a program uses of a generated client, by the references of the compiler. */
import { ts } from "ts-morph";
import type { Program } from "./program.js";

/** A place in the program. */
export interface Use {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What a program uses. Fields are named by the type, function or table that holds them: `Book.title`. */
export interface Uses {
  readonly names: ReadonlyMap<string, readonly Use[]>;
  readonly fields: ReadonlyMap<string, readonly Use[]>;
  /** Types whose fields are all used, for all that can be seen: spread, printed, or read by a computed name. */
  readonly wholes: ReadonlyMap<string, readonly Use[]>;
  /** Every string of the program: names of events, codes and values are among them. */
  readonly texts: ReadonlyMap<string, readonly Use[]>;
  /** Names that are computed at run time, with the type whose fields they read. */
  readonly computed: readonly { readonly use: Use; readonly type: string }[];
}

class Places {
  readonly byKey = new Map<string, Use[]>();

  add(key: string, use: Use): void {
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, [use]);
    else if (!known.some(({ file, line }) => file === use.file && line === use.line)) known.push(use);
  }
}

/** Everything that the program uses of modules that are generated. */
export function collectUses(program: Program): Uses {
  const collector = new Collector(program);
  for (const file of program.written) collector.read(file);
  return collector.uses;
}

class Collector {
  readonly #program: Program;
  readonly #names = new Places();
  readonly #fields = new Places();
  readonly #wholes = new Places();
  readonly #texts = new Places();
  readonly #computed: { readonly use: Use; readonly type: string }[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  get uses(): Uses {
    const [names, fields, wholes, texts] = [this.#names, this.#fields, this.#wholes, this.#texts];
    return {
      names: names.byKey,
      fields: fields.byKey,
      wholes: wholes.byKey,
      texts: texts.byKey,
      computed: this.#computed,
    };
  }

  read(node: ts.Node): void {
    // What is imported and not used touches nobody.
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) this.#record(this.#program.checker.getSymbolAtLocation(node), node);
    else if (ts.isStringLiteralLike(node)) this.#texts.add(node.text, this.#use(node));
    else if (ts.isObjectLiteralExpression(node)) this.#readLiteral(node);
    else if (ts.isObjectBindingPattern(node)) this.#readPattern(node);
    else if (ts.isElementAccessExpression(node)) this.#readElement(node);
    else if (ts.isSpreadAssignment(node)) this.#whole(this.#typeOf(node.expression), node);
    else if (ts.isCallExpression(node)) this.#readCall(node);
    node.forEachChild((child) => this.read(child));
  }

  #typeOf(node: ts.Node): ts.Type {
    return this.#program.checker.getTypeAtLocation(node);
  }

  #use(node: ts.Node): Use {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return { file: this.#program.nameOf(file), line: line + 1, column: character + 1 };
  }

  /** What is written: each field of an object whose type is expected. */
  #readLiteral(node: ts.ObjectLiteralExpression): void {
    const expected = this.#program.checker.getContextualType(node);
    if (expected === undefined) return;
    for (const { name } of node.properties) {
      const text = name === undefined ? undefined : textOf(name);
      if (name !== undefined && text !== undefined) this.#property(expected, text, name);
    }
  }

  /** What is read by taking an object apart. */
  #readPattern(node: ts.ObjectBindingPattern): void {
    const type = this.#typeOf(node);
    for (const element of node.elements) {
      const name = element.propertyName ?? element.name;
      const text = ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name) ? undefined : textOf(name);
      if (element.dotDotDotToken !== undefined || text === undefined) this.#whole(type, element);
      else this.#property(type, text, name);
    }
  }

  #readElement({ expression, argumentExpression: key }: ts.ElementAccessExpression): void {
    const type = this.#typeOf(expression);
    if (ts.isStringLiteralLike(key)) return this.#property(type, key.text, key);
    if (ts.isNumericLiteral(key)) return;
    for (const name of this.#whole(type, key)) this.#computed.push({ use: this.#use(key), type: name });
  }

  /** What is handed to a function that takes anything may be read as a whole there. */
  #readCall(node: ts.CallExpression): void {
    const { checker } = this.#program;
    for (const [at, argument] of node.arguments.entries()) {
      const type = this.#typeOf(argument);
      if (this.#typesOf(type).length === 0) continue;
      const parameter = checker.getResolvedSignature(node)?.parameters[at];
      const taken = parameter === undefined ? undefined : checker.getTypeOfSymbolAtLocation(parameter, node);
      const isAny = taken === undefined || (taken.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
      if (isAny || checker.typeToString(taken).endsWith("any[]")) this.#whole(type, argument);
    }
  }

  #property(type: ts.Type, name: string, node: ts.Node): void {
    const types = type.isUnion() ? type.types : [type];
    for (const one of types) this.#record(this.#program.checker.getPropertyOfType(one, name), node);
  }

  /** Names of the generated types that a type stands for. */
  #typesOf(type: ts.Type): readonly string[] {
    const types = type.isUnionOrIntersection() ? type.types : [type];
    const { isGenerated } = this.#program;
    return types.flatMap((one) => {
      const symbol = one.aliasSymbol ?? one.getSymbol();
      const declared = symbol?.declarations?.find((declaration) => isGenerated(declaration.getSourceFile()));
      if (declared === undefined || !(one.flags & ts.TypeFlags.Object)) return [];
      return [holderOf(declared) ?? []].flat();
    });
  }

  #whole(type: ts.Type, node: ts.Node): readonly string[] {
    const names = this.#typesOf(type);
    for (const name of names) this.#wholes.add(name, this.#use(node));
    return names;
  }

  #record(found: ts.Symbol | undefined, node: ts.Node): void {
    if (found === undefined) return;
    const symbol = found.flags & ts.SymbolFlags.Alias ? this.#program.checker.getAliasedSymbol(found) : found;
    for (const declaration of symbol.declarations ?? []) {
      if (!this.#program.isGenerated(declaration.getSourceFile())) continue;
      const holder = holderOf(declaration);
      if (holder === undefined) continue;
      if (isHolder(declaration)) this.#names.add(holder, this.#use(node));
      else this.#field(holder, symbol.name, { declaration, node });
    }
  }

  /** A field; a change of the type that it is declared with is one of the field. */
  #field(holder: string, name: string, { declaration, node }: { declaration: ts.Declaration; node: ts.Node }): void {
    const use = this.#use(node);
    this.#fields.add(`${holder}.${name}`, use);
    const visit = (part: ts.Node): void => {
      if (ts.isTypeReferenceNode(part) && ts.isIdentifier(part.typeName)) this.#names.add(part.typeName.text, use);
      if (!ts.isTypeLiteralNode(part)) part.forEachChild(visit);
    };
    if (ts.isPropertySignature(declaration) && declaration.type !== undefined) visit(declaration.type);
  }
}

type Holder =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration;

const isHolder = (node: ts.Node): node is Holder =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isEnumDeclaration(node);

/** The name of the declaration that a part of it belongs to. */
function holderOf(node: ts.Node): string | undefined {
  for (let one: ts.Node = node; !ts.isSourceFile(one); one = one.parent)
    if (isHolder(one)) return one.name !== undefined && ts.isIdentifier(one.name) ? one.name.text : undefined;
  return undefined;
}

function textOf(name: ts.PropertyName | ts.BindingName): string | undefined {
  if (ts.isComputedPropertyName(name))
    return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}
