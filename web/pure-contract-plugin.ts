// A Vite plugin for browser bundles. Nothing in contract does anything when it is loaded: its top-level calls only build
// tables and schemas. Told so, the bundler drops the schemas that no screen uses, and the schema library with them.
import type { Plugin } from 'vite';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Where calls that run at load time begin. What stands inside a function runs later, if at all. */
function loadTimeCalls(node: SyntaxNode, found: Set<number> = new Set()): Set<number> {
  if (/Function|MethodDefinition/.test(node.type)) return found;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') found.add(node.start);
  for (const child of Object.values(node).flat()) if (isNode(child)) loadTimeCalls(child, found);
  return found;
}

function markPure(code: string, program: SyntaxNode): string {
  let marked = '';
  let from = 0;
  for (const at of [...loadTimeCalls(program)].sort((a, b) => a - b)) {
    marked += `${code.slice(from, at)}/*#__PURE__*/ `;
    from = at;
  }
  return marked + code.slice(from);
}

export const pureContractPlugin = (): Plugin => ({
  name: 'tidemark:pure-contract',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    if (!/\/contract\/src\/[^/]+\.ts$/.test(id)) return undefined;
    return { code: markPure(code, this.parse(code)), map: null };
  },
});
