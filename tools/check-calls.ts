// Every call of the contract has somebody who answers it. The compiler holds that main.ts joins a handler for each; this
// check counts the calls that only answer 'not available yet', so that none is forgotten and none is listed in vain.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as is from 'typescript/unstable/ast/is';
import type { Problem } from './problem.ts';
import { isTest, listFiles } from './source-tree.ts';
import { readSources, visitAll } from './syntax.ts';

const notBuiltFile = 'server/src/not-built.ts';

export interface CallCounts {
  readonly all: readonly string[];
  readonly notBuilt: readonly string[];
}

export const readCalls = async (rootDir: string): Promise<CallCounts> => {
  const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(rootDir, file)).href);
  const [{ calls }, { notBuiltCalls }] = await Promise.all([load('contract/src/calls.ts'), load(notBuiltFile)]);
  return { all: Object.keys(calls as object), notBuilt: notBuiltCalls as readonly string[] };
};

/** Names of the members of every object written in a room's sources: a handler is one of them. */
const memberNames = (rootDir: string): Set<string> => {
  const names = new Set<string>();
  const files = listFiles(rootDir, ['server/src'], ['.ts']).filter((file) => file !== notBuiltFile && !isTest(file) && file.split('/').length > 3);
  readSources(rootDir, files, (source) => {
    visitAll(source, (node) => {
      if (!is.isPropertyAssignment(node) && !is.isShorthandPropertyAssignment(node) && !is.isMethodDeclaration(node)) return;
      if (is.isIdentifier(node.name) || is.isStringLiteral(node.name)) names.add(node.name.text);
    });
  });
  return names;
};

export const check = async (rootDir: string): Promise<Problem[]> => {
  const { all, notBuilt } = await readCalls(rootDir);
  const members = memberNames(rootDir);
  const problems: Problem[] = [];
  const say = (text: string): void => void problems.push({ file: notBuiltFile, text });
  for (const name of notBuilt) {
    if (!all.includes(name)) say(`'${name}' is no call of the contract`);
    else if (members.has(name)) say(`'${name}' has a handler now: take it off the list`);
  }
  for (const name of new Set(notBuilt.filter((one, at) => notBuilt.indexOf(one) !== at))) say(`'${name}' is listed twice`);
  for (const name of all) if (!notBuilt.includes(name) && !members.has(name)) say(`'${name}' has no handler and is not listed as not built`);
  return problems;
};
