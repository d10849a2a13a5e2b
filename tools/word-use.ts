// Which word ids the sources use. An id is a literal; or a template with a fixed area in front (`sort.${key}`), which
// stands for every key of that form. In the browser useText() hands out the function that asks for words of site.json and
// its shelves; on the server words.text(locale, file, key) asks for any file's.
import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { isTest, listFiles } from './source-tree.ts';
import { lineOf, readSources, visitAll } from './syntax.ts';

export interface UsedId {
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

export interface WordUse {
  /** Some source names this key, outright or by a template. */
  mentions(key: string): boolean;
  /** The ids asked of one catalogue by a literal. */
  ids(catalogue: string): readonly UsedId[];
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Both hand out a function whose first argument is an id of the browser's words. */
const wordHooks = new Set(['useText', 'useRichText']);

const textAskers = (source: SourceFile): Set<string> => {
  const names = new Set<string>();
  visitAll(source, (node) => {
    if (!is.isVariableDeclaration(node) || !is.isIdentifier(node.name) || !node.initializer) return;
    const { initializer } = node;
    if (is.isCallExpression(initializer) && is.isIdentifier(initializer.expression) && wordHooks.has(initializer.expression.text))
      names.add(node.name.text);
  });
  return names;
};

const literal = (node: Node | undefined): string | null => (node && is.isStringLiteral(node) ? node.text : null);

/** [catalogue, id] when this call asks for words by a literal. */
const askedBy = (call: CallExpression, askers: ReadonlySet<string>): readonly [string, string] | null => {
  const { expression: callee, arguments: given } = call;
  if (is.isIdentifier(callee) && askers.has(callee.text)) {
    const id = literal(given[0]);
    return id === null ? null : ['site', id];
  }
  if (
    is.isPropertyAccessExpression(callee) &&
    callee.name.text === 'text' &&
    is.isIdentifier(callee.expression) &&
    callee.expression.text === 'words'
  ) {
    const [catalogue, id] = [literal(given[1]), literal(given[2])];
    return catalogue === null || id === null ? null : [catalogue, id];
  }
  return null;
};

export const readWordUse = (rootDir: string): WordUse => {
  const literals = new Set<string>();
  const templates: RegExp[] = [];
  const asked = new Map<string, UsedId[]>();
  const files = listFiles(rootDir, ['contract/src', 'server/src', 'web/src'], ['.ts', '.tsx']).filter((file) => !isTest(file));
  readSources(rootDir, files, (source, file) => {
    const askers = textAskers(source);
    visitAll(source, (node) => {
      if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) literals.add(node.text);
      if (is.isTemplateExpression(node) && node.head.text.includes('.')) {
        const rest = node.templateSpans.map((span) => `.+${escape(span.literal.text)}`).join('');
        templates.push(new RegExp(`^${escape(node.head.text)}${rest}$`));
      }
      if (!is.isCallExpression(node)) return;
      const found = askedBy(node, askers);
      if (!found) return;
      const [catalogue, id] = found;
      asked.set(catalogue, [...(asked.get(catalogue) ?? []), { id, file, line: lineOf(node) }]);
    });
  });
  return {
    mentions: (key) => literals.has(key) || templates.some((template) => template.test(key)),
    ids: (catalogue) => asked.get(catalogue) ?? [],
  };
};
