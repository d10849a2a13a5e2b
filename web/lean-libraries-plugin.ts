// A Vite plugin for browser bundles. Some parts of our libraries never run here: of the router, finding routes while a visitor goes
// on (the whole route table ships with the page) and instrumentation (we pass none); of the query cache, lists without an end (pages
// are asked for one by one). What is left of them answers as they do when switched off, or says that it is. And one part of the
// router does something else: a screen whose code does not come is a failure to be shown, where the router would load the page anew,
// which without a connection leaves the reader on a page of the browser. Where the site answers the code is of an older version.
import type { Plugin } from 'vite';

const switchedOff: Readonly<Record<string, string>> = {
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 7680;
    export const isFogOfWarEnabled = () => false;
    export const useFogOFWarDiscovery = () => {};
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const getPartialManifest = (manifest) => manifest;
    export const getManifestPath = (path) => path;
    export const getPathsWithAncestors = (paths) => paths;
    export const handleClientVersionMismatch = async () => false;`,
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const instrumentationResultMetaContext = {};
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;`,
  'react-router/dist/production/lib/dom/ssr/routeModules.js': `
    export const loadRouteModule = async (route, known) => {
      try {
        return known[route.id] ??= await import(/* @vite-ignore */ route.module);
      } catch (error) {
        if (!(await fetch('/healthz').then(({ ok }) => ok, () => false))) throw error;
        location.reload();
        return new Promise(() => {});
      }
    };`,
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js': `
    export const hasNextPage = () => false;
    export const hasPreviousPage = () => false;
    export const infiniteQueryBehavior = () => {
      throw new Error('lists without an end are left out of the build: lean-libraries-plugin.ts'); };`,
};

const exportsOf = (code: string): string => {
  const listed =
    /export \{([^}]*)\}/
      .exec(code)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const declared = [...code.matchAll(/export const (\w+)/g)].map(([, name]) => name!);
  return [...listed, ...declared].sort().join(' ');
};

export function switchOff(path: string, code: string): string | null {
  const part = Object.keys(switchedOff).find((file) => path.endsWith(`/node_modules/${file}`));
  if (part === undefined) return null;
  const lean = switchedOff[part]!;
  if (exportsOf(code) !== exportsOf(lean))
    throw new Error(`${part} has other exports than lean-libraries-plugin.ts knows: ${exportsOf(code)}`);
  return lean;
}

export const leanLibrariesPlugin = (): Plugin => ({
  name: 'tidemark:lean-libraries',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    const lean = switchOff(id.split('?')[0]!, code);
    return lean === null ? undefined : { code: lean, map: null };
  },
});
