// A Vite plugin for browser bundles. Two parts of the router never run here: finding routes while a visitor goes on (the whole
// route table ships with the page) and instrumentation (we pass none). What is left of them answers as they do when switched off.
import type { Plugin } from 'vite';

const switchedOff: Readonly<Record<string, string>> = {
  'lib/dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 7680;
    export const isFogOfWarEnabled = () => false;
    export const useFogOFWarDiscovery = () => {};
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const getPartialManifest = (manifest) => manifest;
    export const getManifestPath = (path) => path;
    export const getPathsWithAncestors = (paths) => paths;
    export const handleClientVersionMismatch = async () => false;`,
  'lib/router/instrumentation.js': `
    export const instrumentationResultMetaContext = {};
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;`,
};

const exportsOf = (code: string): string => {
  const listed = /export \{([^}]*)\}/.exec(code)?.[1]?.split(',').map((name) => name.trim()) ?? [];
  const declared = [...code.matchAll(/export const (\w+)/g)].map(([, name]) => name!);
  return [...listed, ...declared].sort().join(' ');
};

export function switchOff(path: string, code: string): string | null {
  const part = Object.keys(switchedOff).find((file) => path.endsWith(`/react-router/dist/production/${file}`));
  if (part === undefined) return null;
  const lean = switchedOff[part]!;
  if (exportsOf(code) !== exportsOf(lean)) throw new Error(`${part} of the router has other exports than lean-router-plugin.ts knows: ${exportsOf(code)}`);
  return lean;
}

export const leanRouterPlugin = (): Plugin => ({
  name: 'tidemark:lean-router',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    const lean = switchOff(id.split('?')[0]!, code);
    return lean === null ? undefined : { code: lean, map: null };
  },
});
