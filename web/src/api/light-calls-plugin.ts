// A Vite plugin for browser bundles. The table of calls carries a schema for every input and output (12 kB gz); the
// transport needs method and path only (1 kB). So in the browser contract/calls.ts is that much and no more: whoever
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
      const light = Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }]));
      return `export const calls = ${JSON.stringify(light)};\nexport const isCallName = (name) => Object.hasOwn(calls, name);\n`;
    },
  };
}
