import ts from "typescript";

/** One thing that a module exports. */
export interface Exported {
  readonly name: string;
  /** Its declaration as a reader would write it: no bodies, no comments. */
  readonly signature: string;
}

/** Lists what modules export, with signatures, as the compiler sees them. */
export class ExportLister {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  /** Where each thing was listed first. */
  readonly #home = new Map<ts.Symbol, string>();
  readonly #printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

  constructor(files: readonly string[], options: ts.CompilerOptions) {
    this.#program = ts.createProgram([...files], { ...options, noEmit: true });
    this.#checker = this.#program.getTypeChecker();
  }

  /**
   * Everything that a file exports, sorted by name in code-unit order. What was listed before, under another `title`,
   * is only referred to.
   */
  of(file: string, title: string): readonly Exported[] {
    const source = this.#program.getSourceFile(file);
    const module = source === undefined ? undefined : this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} exports nothing`);
    return this.#checker
      .getExportsOfModule(module)
      .map((symbol) => this.#describe(symbol, title))
      .filter((item) => item !== undefined)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #describe(exported: ts.Symbol, title: string): Exported | undefined {
    const alias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = alias ? this.#checker.getAliasedSymbol(exported) : exported;
    if (symbol.getJsDocTags(this.#checker).some((tag) => tag.name === "internal")) return undefined;
    const home = this.#home.get(symbol);
    if (home !== undefined) return { name: exported.name, signature: `${exported.name} from ${home}` };
    this.#home.set(symbol, title);
    const parts = new Set((symbol.declarations ?? []).flatMap((declaration) => this.#signature(symbol, declaration)));
    return { name: exported.name, signature: [...parts].join("\n") };
  }

  #signature(symbol: ts.Symbol, declaration: ts.Declaration): string[] {
    if (ts.isFunctionDeclaration(declaration)) {
      const overloaded = (symbol.declarations?.length ?? 0) > 1;
      return overloaded && declaration.body !== undefined ? [] : [this.#function(symbol.name, declaration)];
    }
    if (ts.isClassDeclaration(declaration)) return [this.#class(symbol, declaration)];
    if (ts.isVariableDeclaration(declaration)) {
      return [`const ${symbol.name}: ${this.#type(this.#checker.getTypeOfSymbol(symbol), declaration)}`];
    }
    if (ts.isInterfaceDeclaration(declaration) && isOfOptions(declaration)) return [this.#options(symbol, declaration)];
    if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
      return [this.#text(declaration)];
    return [`${ts.SyntaxKind[declaration.kind]} ${symbol.name}`];
  }

  /** An interface that is derived from the definition of its options, as if it were written by hand. */
  #options(symbol: ts.Symbol, declaration: ts.InterfaceDeclaration): string {
    const properties = this.#checker.getPropertiesOfType(this.#checker.getDeclaredTypeOfSymbol(symbol));
    const lines = properties.map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const type = this.#checker.getTypeOfSymbol(property);
      const shown = this.#type(isOptional ? this.#checker.getNonNullableType(type) : type, declaration);
      return `  readonly ${property.name}${isOptional ? "?" : ""}: ${shown};`;
    });
    const generics = (declaration.typeParameters ?? []).map((one) => one.getText()).join(", ");
    return [`interface ${symbol.name}${generics && `<${generics}>`} {`, ...lines, "}"].join("\n");
  }

  #function(name: string, declaration: ts.SignatureDeclaration): string {
    const signature = this.#checker.getSignatureFromDeclaration(declaration);
    if (signature === undefined) return `function ${name}`;
    return `function ${name}${this.#checker.signatureToString(signature, declaration, FLAGS)}`;
  }

  /** The public face of a class: what it extends, how it is made, what it has. */
  #class(symbol: ts.Symbol, declaration: ts.ClassDeclaration): string {
    const heritage = (declaration.heritageClauses ?? []).map((clause) => ` ${this.#text(clause).trim()}`).join("");
    const made = this.#checker
      .getSignaturesOfType(this.#checker.getTypeOfSymbol(symbol), ts.SignatureKind.Construct)
      .map((signature) => `  new ${this.#checker.signatureToString(signature, declaration, FLAGS)}`);
    const members = declaration.members.flatMap((member) => {
      const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
      const hidden = modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
      const name = member.name;
      if (hidden || name === undefined || ts.isPrivateIdentifier(name)) return [];
      const found = this.#checker.getSymbolAtLocation(name);
      if (found === undefined) return [];
      const isStatic = modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ? "static " : "";
      const type = this.#type(this.#checker.getTypeOfSymbol(found), declaration);
      return [`  ${isStatic}${name.getText()}: ${type}`];
    });
    return [`class ${symbol.name}${heritage} {`, ...[...new Set([...made, ...members])].sort(), "}"].join("\n");
  }

  #type(type: ts.Type, at: ts.Node): string {
    return this.#checker.typeToString(type, at, FLAGS);
  }

  #text(node: ts.Node): string {
    const text = this.#printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
    return text.replace(/^export (declare )?/, "").replaceAll("    ", "  ");
  }
}

const isOfOptions = (declaration: ts.InterfaceDeclaration): boolean =>
  (declaration.heritageClauses ?? []).some((clause) => /\b(?:OptionsOf|WithDefaults)</.test(clause.getText()));

const FLAGS =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.OmitParameterModifiers;
