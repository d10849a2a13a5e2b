// A Vite plugin: knows which modules every page loads, by following the imports from the root, so that exactly those become
// one file of ours and one of libraries. What only a screen or a lazy part needs stays with them, wherever it stands.
import type { Plugin } from 'vite';

/**
 * Every screen is loaded through page.ts, though the root does not name it; most people come for the lists, so what those share with others
 * is here too.
 */
const roots = /\/web\/src\/(?:root\.tsx|entry\.client\.tsx|page\/page\.ts|screens\/spot\/index\.tsx)/;
/** Of these the shell names only what leaves no code behind; what is left of them belongs to the screens that use it. */
const own = /\/(?:contract|web)\/src\/(?!entry|password|accounts|screens|market-list|features\/(?!preferences|market-table))/;
const library = /\/node_modules\/(?!valibot)/;

export function shellChunk(): { readonly plugin: Plugin; hasOwn(id: string): boolean; hasLibrary(id: string): boolean } {
  const imports = new Map<string, readonly string[]>();
  let reached: Set<string> | null = null;

  const follow = (): Set<string> => {
    const found = new Set<string>();
    const open = [...imports.keys()].filter((id) => roots.test(id));
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(...(imports.get(id) ?? []));
    }
    return found;
  };

  const isReached = (id: string) => (reached ??= follow()).has(id);

  return {
    plugin: {
      name: 'tidemark:shell-chunk',
      applyToEnvironment: (environment) => environment.config.consumer === 'client',
      buildStart() {
        imports.clear();
        reached = null;
      },
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
    },
    hasOwn: (id) => own.test(id) && isReached(id),
    hasLibrary: (id) => library.test(id) && isReached(id),
  };
}
