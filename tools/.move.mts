// usage: npx tsx /tmp/move.mts from.ts to.ts name[:newName] ...   updates importers only (declarations are moved by hand)
import { Project, SyntaxKind } from "ts-morph";
import { resolve } from "node:path";
const [from, to, ...names] = process.argv.slice(2);
const project = new Project({ tsConfigFilePath: "tsconfig.json" });
const target = resolve(to!), source = resolve(from!);
const map = new Map(names.map((n) => { const [a, b] = n.split(":"); return [a!, b ?? a!] as const; }));
let changed = 0;
for (const file of project.getSourceFiles()) {
  if (file.getFilePath() === target) continue;
  let touched = false;
  for (const declaration of [...file.getImportDeclarations(), ...file.getExportDeclarations()]) {
    const spec = declaration.getModuleSpecifierValue();
    if (!spec?.startsWith(".")) continue;
    const resolved = resolve(file.getDirectoryPath(), spec.replace(/\.js$/, ".ts"));
    if (resolved !== source) continue;
    const isImport = declaration.getKind() === SyntaxKind.ImportDeclaration;
    const typeOnly = declaration.isTypeOnly();
    const moved: { name: string; alias?: string; isTypeOnly: boolean }[] = [];
    const decl = declaration as any;
    for (const one of [...(isImport ? decl.getNamedImports() : decl.getNamedExports())]) {
      const to2 = map.get(one.getName());
      if (to2 === undefined) continue;
      const alias = one.getAliasNode()?.getText();
      const t = one.isTypeOnly();
      if (to2 !== one.getName() && alias === undefined && isImport) {
        const node = one.getNameNode();
        // rename usages in this file
        for (const id of file.getDescendantsOfKind(SyntaxKind.Identifier))
          if (id.getText() === one.getName() && id.getPos() > declaration.getEnd()) {
            const p = id.getParent()!;
            if (p.getKind() === SyntaxKind.PropertyAccessExpression && (p as any).getNameNode() === id) continue;
            if (p.getKind() === SyntaxKind.PropertyAssignment && (p as any).getNameNode() === id) continue;
            if (p.getKind() === SyntaxKind.ShorthandPropertyAssignment) { console.log("CHECK shorthand", file.getFilePath(), id.getStartLineNumber()); }
            (id as any).replaceWithText(to2);
          }
      }
      moved.push({ name: to2, ...(alias ? { alias } : {}), isTypeOnly: t });
      one.remove();
    }
    if (moved.length === 0) continue;
    touched = true;
    let rel = file.getRelativePathAsModuleSpecifierTo(target); 
    if (!rel.startsWith(".")) rel = "./" + rel;
    rel = rel.replace(/(\.ts|\.js)?$/, ".js");
    if (isImport) {
      const existing = file.getImportDeclarations().find((d) => d.getModuleSpecifierValue() === rel && d.isTypeOnly() === typeOnly && d !== declaration);
      if (existing) existing.addNamedImports(moved);
      else file.insertImportDeclaration(decl.getChildIndex(), { moduleSpecifier: rel, namedImports: moved, isTypeOnly: typeOnly });
      if (decl.getNamedImports().length === 0 && !decl.getDefaultImport() && !decl.getNamespaceImport()) decl.remove();
    } else {
      file.insertExportDeclaration(decl.getChildIndex(), { moduleSpecifier: rel, namedExports: moved, isTypeOnly: typeOnly });
      if (decl.getNamedExports().length === 0) decl.remove();
    }
  }
  if (touched) { changed++; await file.save(); console.log(file.getFilePath().replace(process.cwd() + "/", "")); }
}
console.log(changed, "files");
