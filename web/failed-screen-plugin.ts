// A Vite plugin for browser bundles. A screen whose code does not come is a failure to be shown, where the router would load the page
// anew, which without a connection leaves the reader on a page of the browser. The router has no setting for it, so the one function that
// decides this is replaced, and a version of the router that decides it elsewhere stops the build. Where the site answers, the code is of
// an older version and loading the page anew is right.
import type { Plugin } from 'vite';

const decider = '/node_modules/react-router/dist/production/lib/dom/ssr/routeModules.js';
const replacement = `
  export const loadRouteModule = async (route, known) => {
    try {
      return known[route.id] ??= await import(/* @vite-ignore */ route.module);
    } catch (error) {
      if (!(await fetch('/healthz').then(({ ok }) => ok, () => false))) throw error;
      location.reload();
      return new Promise(() => {});
    }
  };`;

/** null: another file, which stays as it is. */
export function showFailedScreens(path: string, code: string): string | null {
  if (!path.endsWith(decider)) return null;
  if (!code.includes('export { loadRouteModule };')) throw new Error(`${decider} has other exports than failed-screen-plugin.ts knows`);
  return replacement;
}

export const failedScreenPlugin = (): Plugin => ({
  name: 'tidemark:failed-screen',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    const replaced = showFailedScreens(id.split('?')[0]!, code);
    return replaced === null ? undefined : { code: replaced, map: null };
  },
});
