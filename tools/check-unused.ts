// Refuses what is not used: an export that no other file imports, and a dependency that its package never names. An export
// that only tests import is dead too, unless its own file uses it: then the test proves something of the product. What stands in
// `testing/`, `testdata/`, testbed and e2e is made for tests. A type that its own file uses may stand beside what speaks of it.
// A dependency is needed when a file of its package or of tools names it,
// when its types are of a library that is needed, or when an installed library asks its users for it.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { fileOf, libraryName } from './check-imports.ts';
import type { Problem } from './problem.ts';
import { isTest, listFiles, packageFolders } from './source-tree.ts';
import { importsOf, lineOf, readSources, visitAll } from './syntax.ts';

interface Export {
  readonly name: string;
  readonly line: number;
  readonly isType: boolean;
  readonly isUsedHere: boolean;
}

interface Use {
  readonly specifier: string;
  /** '*' is everything that the file exports. */
  readonly name: string;
}

interface Unit {
  readonly file: string;
  readonly exports: readonly Export[];
  readonly uses: readonly Use[];
  /** Every string of the file, the specifiers of its imports included. */
  readonly strings: readonly string[];
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

/** What React Router asks of a route, of the root and of the two entries. */
const routeExports = new Set([
  'default',
  'action',
  'clientAction',
  'clientLoader',
  'clientMiddleware',
  'ErrorBoundary',
  'handle',
  'handleDataRequest',
  'handleError',
  'headers',
  'HydrateFallback',
  'Layout',
  'links',
  'loader',
  'meta',
  'middleware',
  'shouldRevalidate',
  'streamTimeout',
]);
const routeFile = /^web\/src\/(screens\/[^/]+\/index|root|routes|entry\.(client|server))\.tsx?$/;
/** What the server calls in the built pages. */
const pageExports = new Set(['createPageHandler', 'takeLastError']);
const configFile = /\.config\.ts$/;
/** drizzle-kit reads every table, also those that only SQL speaks of. */
const tablesFile = /^server\/src\/.+\/tables\.ts$/;
/** React Router's compiler looks for the runtime among the packages of the app and imports it by itself. */
const namedByCompiler = new Set(['@react-router/node']);

const isForTests = (file: string): boolean => isTest(file) || /\/(testing|testdata)\/|^(e2e|testbed)\//.test(file);

const isTakenByTool = (file: string, name: string): boolean =>
  (routeFile.test(file) && routeExports.has(name)) ||
  (file === 'web/src/entry.server.tsx' && pageExports.has(name)) ||
  (configFile.test(file) && name === 'default') ||
  tablesFile.test(file);

const hasModifier = (node: Node, kind: SyntaxKind): boolean => {
  let isThere = false;
  node.forEachChild((child) => {
    if (child.kind === kind) isThere = true;
  });
  return isThere;
};

const boundNames = (name: Node): string[] => {
  const names: string[] = [];
  const visit = (node: Node): void => {
    if (is.isIdentifier(node)) names.push(node.text);
    else if (!is.isBindingElement(node)) node.forEachChild(visit);
    else if (node.name) visit(node.name);
  };
  visit(name);
  return names;
};

const isNamedDeclaration = (node: Node) =>
  is.isFunctionDeclaration(node) ||
  is.isClassDeclaration(node) ||
  is.isInterfaceDeclaration(node) ||
  is.isTypeAliasDeclaration(node) ||
  is.isEnumDeclaration(node);

const exportsOf = (source: SourceFile): Export[] => {
  const found: { name: string; local: string; line: number; isType: boolean }[] = [];
  const add = (name: string, node: Node, local = name): void => {
    const isType = is.isInterfaceDeclaration(node) || is.isTypeAliasDeclaration(node);
    found.push({ name, local, line: lineOf(node), isType });
  };
  for (const statement of source.statements) {
    if (is.isExportAssignment(statement)) add('default', statement);
    else if (is.isExportDeclaration(statement)) {
      if (statement.exportClause && is.isNamedExports(statement.exportClause)) {
        for (const element of statement.exportClause.elements) add(element.name.text, element, (element.propertyName ?? element.name).text);
      }
    } else if (!hasModifier(statement, SyntaxKind.ExportKeyword)) continue;
    else if (hasModifier(statement, SyntaxKind.DefaultKeyword)) add('default', statement);
    else if (is.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        for (const name of boundNames(declaration.name)) add(name, declaration);
      }
    } else if (isNamedDeclaration(statement) && statement.name) add(statement.name.text, statement);
  }
  // Once is the declaration itself.
  const seen = new Map<string, number>();
  visitAll(source, (node) => {
    if (is.isIdentifier(node)) seen.set(node.text, (seen.get(node.text) ?? 0) + 1);
  });
  const declared = new Map<string, number>();
  for (const { name } of found) declared.set(name, (declared.get(name) ?? 0) + 1);
  return found.map(({ name, local, line, isType }) => ({
    name,
    line,
    isType,
    isUsedHere: (seen.get(local) ?? 0) > (declared.get(name) ?? 1) + (local === name ? 0 : 1),
  }));
};

const textOf = (node: Node | undefined): string | null =>
  node && (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) ? node.text : null;

const usesOf = (source: SourceFile): Use[] => {
  const found: Use[] = [];
  const add = (from: Node | undefined, names: readonly string[]): void => {
    const specifier = textOf(from);
    if (specifier !== null) for (const name of names) found.push({ specifier, name });
  };
  visitAll(source, (node) => {
    if (is.isImportDeclaration(node)) {
      const { importClause } = node;
      if (importClause?.name) add(node.moduleSpecifier, ['default']);
      const named = importClause?.namedBindings;
      if (!named) return;
      if (is.isNamedImports(named))
        add(
          node.moduleSpecifier,
          named.elements.map((element) => (element.propertyName ?? element.name).text),
        );
      else add(node.moduleSpecifier, ['*']);
    } else if (is.isExportDeclaration(node)) {
      const clause = node.exportClause;
      const names =
        clause && is.isNamedExports(clause) ? clause.elements.map((element) => (element.propertyName ?? element.name).text) : ['*'];
      add(node.moduleSpecifier, names);
    }
  });
  // import() and the like name a file, not what they take of it.
  const named = new Set(found.map(({ specifier }) => specifier));
  for (const { specifier, kind } of importsOf(source)) {
    if (kind === 'lazy' || !named.has(specifier)) found.push({ specifier, name: '*' });
  }
  visitAll(source, (node) => {
    if (is.isImportTypeNode(node) && is.isLiteralTypeNode(node.argument)) add(node.argument.literal, ['*']);
  });
  return found;
};

const stringsOf = (source: SourceFile): string[] => {
  const found: string[] = [];
  visitAll(source, (node) => {
    const text = textOf(node) ?? (is.isTemplateHead(node) ? node.text : null);
    if (text !== null && text !== '') found.push(text);
  });
  return found;
};

const unusedExports = (units: readonly Unit[]): Problem[] => {
  const users = new Map<string, Set<string>>();
  const wholly = new Map<string, Set<string>>();
  const note = (map: Map<string, Set<string>>, key: string, user: string): void => void map.set(key, (map.get(key) ?? new Set()).add(user));
  for (const { file, uses } of units) {
    for (const { specifier, name } of uses) {
      const to = fileOf(file, specifier);
      if (to === null || to === file) continue;
      if (!to.includes('*')) note(name === '*' ? wholly : users, name === '*' ? to : `${to} ${name}`, file);
      else for (const unit of units) if (posix.matchesGlob(unit.file, to)) note(wholly, unit.file, file);
    }
  }
  return units.flatMap(({ file, exports }) =>
    exports.flatMap(({ name, line, isType, isUsedHere }): Problem[] => {
      if (isTakenByTool(file, name) || (isType && isUsedHere)) return [];
      const importers = [...(users.get(`${file} ${name}`) ?? []), ...(wholly.get(file) ?? [])];
      if (importers.some((user) => isForTests(file) || !isForTests(user))) return [];
      if (importers.length === 0)
        return [{ file, line, text: `no file imports '${name}': ${isUsedHere ? 'do not export it' : 'delete it'}` }];
      return isUsedHere ? [] : [{ file, line, text: `only tests use '${name}': delete it, or move it to testing/` }];
    }),
  );
};

const readManifest = (file: string): Manifest => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {});

const declaredBy = (manifest: Manifest): string[] =>
  Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });

const typesFor = (name: string): string | null => (name.startsWith('@types/') ? name.slice('@types/'.length) : null);

const unusedDependencies = (rootDir: string, units: readonly Unit[]): Problem[] => {
  const others = listFiles(rootDir, packageFolders, ['.css', '.mjs', '.js', 'tsconfig.json']);
  const stringsBelow = (pkg: string): string[] => [
    ...units.filter(({ file }) => file.startsWith(pkg)).flatMap(({ strings }) => strings),
    ...others
      .filter((file) => file.startsWith(pkg))
      .flatMap((file) => [...readFileSync(join(rootDir, file), 'utf8').matchAll(/['"`]([^'"`\n$]+)/g)].map((match) => match[1] as string)),
  ];
  const ofTools = stringsBelow('tools/');
  return ['', ...packageFolders.map((folder) => `${folder}/`)].flatMap((pkg): Problem[] => {
    const file = `${pkg}package.json`;
    const declared = declaredBy(readManifest(join(rootDir, file)));
    const strings = [...stringsBelow(pkg), ...ofTools];
    const named = new Set(strings.map(libraryName));
    // A name that is put together at run time: the beginning of it stands in the source.
    const beginnings = strings.filter((text) => /^@?[a-z][a-z-]*[/-]$/.test(text));
    const askedFor = new Set(
      declared.flatMap((name) =>
        [join(rootDir, pkg, 'node_modules'), join(rootDir, 'node_modules')].flatMap((folder) =>
          Object.keys(readManifest(join(folder, name, 'package.json')).peerDependencies ?? {}),
        ),
      ),
    );
    const isNeeded = (name: string): boolean => {
      const library = typesFor(name);
      if (library === 'node') return strings.some((text) => text.startsWith('node:'));
      return (
        named.has(library ?? name) ||
        askedFor.has(name) ||
        namedByCompiler.has(name) ||
        (library === null && beginnings.some((beginning) => name.startsWith(beginning)))
      );
    };
    return declared.filter((name) => !isNeeded(name)).map((name) => ({ file, text: `nothing here uses '${name}': remove it` }));
  });
};

export const check = (rootDir: string): Problem[] => {
  const units = readSources(rootDir, listFiles(rootDir, packageFolders, ['.ts', '.tsx']), (source, file): Unit => ({
    file,
    exports: exportsOf(source),
    uses: usesOf(source),
    strings: stringsOf(source),
  }));
  return [...unusedExports(units), ...unusedDependencies(rootDir, units)];
};
