// A Vite plugin for browser bundles. The table of calls carries a schema for every input and output (12 kB gz); the
// transport needs method and path only (1 kB). So in the browser contract/calls.ts is that much and no more: a part that
// checks input there takes the rule from its room's contract file.
import type { Plugin } from 'vite';

const heavyId = '@tidemark/contract/calls.ts';
const lightId = '\0light-calls';

export function lightCallsPlugin(): Plugin {
  return {
    name: 'tidemark:light-calls',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    resolveId: (id) => (id === heavyId ? lightId : undefined),
    async load(id) {
      if (id !== lightId) return undefined;
      const { calls } = await import('@tidemark/contract/calls.ts');
      // One short text for all: 'config POST/mix/public/config', a call a line.
      const light = Object.entries(calls)
        .map(([name, { method, path }]) => `${name} ${method}${path}`)
        .join('\n');
      return `export const calls = Object.fromEntries(${JSON.stringify(light)}.split('\\n').map((line) => {
  const [, name, method, path] = /^(\\w+) ([A-Z]+)(.*)/.exec(line);
  return [name, { method, path }];
}));
export const isCallName = (name) => Object.hasOwn(calls, name);
`;
    },
  };
}
