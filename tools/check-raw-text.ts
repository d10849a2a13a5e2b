// Everything a person reads or hears comes from locales: no text in the markup of web, neither between tags nor in the
// attributes that are shown or spoken. Names that every language writes the same may stand there.
import type { Node } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { Problem } from './problem.ts';
import { isProperName } from './proper-names.ts';
import { isTest, listFiles } from './source-tree.ts';
import { lineOf, readSources, visitAll } from './syntax.ts';

const shownAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'aria-placeholder',
  'alt',
  'label',
  'placeholder',
  'title',
]);

const hasWords = (text: string): boolean =>
  (text.replace(/&[a-z]+;|&#\w+;/gi, '').match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).some((word) => !isProperName(word));

const choosers = new Set([SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken]);

/** The literal texts an expression can come out as. */
const outcomes = (node: Node | undefined): string[] => {
  if (!node) return [];
  if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (is.isTemplateExpression(node)) return [[node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ')];
  if (is.isParenthesizedExpression(node)) return outcomes(node.expression);
  if (is.isConditionalExpression(node)) return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)];
  if (is.isBinaryExpression(node) && choosers.has(node.operatorToken.kind)) return [...outcomes(node.left), ...outcomes(node.right)];
  return [];
};

const shownTexts = (node: Node): string[] => {
  if (is.isJsxText(node)) return [node.text];
  if (is.isJsxExpression(node) && (is.isJsxElement(node.parent) || is.isJsxFragment(node.parent))) return outcomes(node.expression);
  if (is.isJsxAttribute(node) && node.initializer && shownAttributes.has(node.name.getText())) {
    return outcomes(is.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer);
  }
  return [];
};

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  const files = listFiles(rootDir, ['web/src'], ['.tsx']).filter((file) => !isTest(file));
  readSources(rootDir, files, (source, file) => {
    visitAll(source, (node) => {
      for (const text of shownTexts(node)) {
        if (hasWords(text))
          problems.push({ file, line: lineOf(node), text: `words belong in locales: '${text.trim().replace(/\s+/g, ' ')}'` });
      }
    });
  });
  return problems;
};
