// Sources as TypeScript itself parses them, so that no check has to guess what is a comment, a string or markup.
// Only parsing: imports are not followed and no library is loaded, which keeps the whole tree under a second.
import { join } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

export type ImportKind = 'value' | 'type' | 'lazy';

export interface Import {
  readonly specifier: string;
  /** 'type' is gone at run time; 'lazy' is import() or import.meta.glob(). */
  readonly kind: ImportKind;
  readonly line: number;
}

export const lineOf = (node: Node): number => {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
};

/** Depth first, the node itself included. */
export const visitAll = (node: Node, see: (node: Node) => void): void => {
  see(node);
  node.forEachChild((child) => visitAll(child, see));
};

/** Parses the files and hands each to `read` while the parser lives. */
export const readSources = <T>(rootDir: string, files: readonly string[], read: (source: SourceFile, file: string) => T): T[] => {
  if (files.length === 0) return [];
  const config = join(rootDir, 'tsconfig.syntax-only.json');
  const options = { noResolve: true, noLib: true, types: [], jsx: 'preserve', noEmit: true, module: 'esnext' };
  const configText = JSON.stringify({ compilerOptions: options, files: files.map((file) => join(rootDir, file)) });
  const api = new API({
    cwd: rootDir,
    fs: {
      readFile: (path) => (path === config ? configText : undefined),
      fileExists: (path) => (path === config ? true : undefined),
    },
  });
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    return files.map((file) => {
      const source = program?.getSourceFile(join(rootDir, file));
      if (!source) throw new Error(`${file} could not be parsed`);
      return read(source, file);
    });
  } finally {
    api.close();
  }
};

const literalText = (node: Node | undefined): string | null =>
  node && (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) ? node.text : null;

const isGlobCall = (callee: Node): boolean =>
  is.isPropertyAccessExpression(callee) && is.isMetaProperty(callee.expression) && callee.name.text === 'glob';

const globPatterns = (argument: Node | undefined): string[] => {
  const one = literalText(argument);
  if (one !== null) return [one];
  return argument && is.isArrayLiteralExpression(argument) ? argument.elements.map(literalText).filter((text) => text !== null) : [];
};

export const importsOf = (source: SourceFile): Import[] => {
  const found: Import[] = [];
  const add = (specifier: string | null, kind: ImportKind, node: Node): void => {
    if (specifier !== null) found.push({ specifier, kind, line: lineOf(node) });
  };
  visitAll(source, (node) => {
    if (is.isImportDeclaration(node)) {
      const isType = node.importClause?.phaseModifier === SyntaxKind.TypeKeyword;
      add(literalText(node.moduleSpecifier), isType ? 'type' : 'value', node);
    } else if (is.isExportDeclaration(node)) {
      add(literalText(node.moduleSpecifier), node.isTypeOnly ? 'type' : 'value', node);
    } else if (is.isImportTypeNode(node)) {
      add(is.isLiteralTypeNode(node.argument) ? literalText(node.argument.literal) : null, 'type', node);
    } else if (is.isCallExpression(node)) {
      if (node.expression.kind === SyntaxKind.ImportKeyword) add(literalText(node.arguments[0]), 'lazy', node);
      else if (isGlobCall(node.expression)) for (const pattern of globPatterns(node.arguments[0])) add(pattern, 'lazy', node);
    }
  });
  return found;
};

/** The line of `export default`, `export { x as default }` or `export { default } from`, or null. */
export const defaultExportLine = (source: SourceFile): number | null => {
  for (const statement of source.statements) {
    if (is.isExportAssignment(statement)) return lineOf(statement);
    if (is.isExportDeclaration(statement) && statement.exportClause && is.isNamedExports(statement.exportClause)) {
      if (statement.exportClause.elements.some((element) => element.name.text === 'default')) return lineOf(statement);
    }
    let isDefault = false;
    statement.forEachChild((child) => {
      if (child.kind === SyntaxKind.DefaultKeyword) isDefault = true;
    });
    if (isDefault) return lineOf(statement);
  }
  return null;
};
