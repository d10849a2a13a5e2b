// The route table that every page loads says of each route what it does not have, and names again the files that the entry
// has brought already. Both say nothing to the router, which asks only for what is true and loads a file once.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface RouteTable {
  readonly entry: { readonly module: string; readonly imports: readonly string[] };
  routes: Record<string, { imports?: readonly string[]; readonly [fact: string]: unknown }>;
}

const opening = 'window.__reactRouterManifest=';

/** null: not a table as we know it. */
export function slimRouteTable(script: string): string | null {
  const end = script.lastIndexOf('}') + 1;
  if (!script.startsWith(opening) || end === 0) return null;
  const table = JSON.parse(script.slice(opening.length, end)) as RouteTable;
  const known = new Set([table.entry.module, ...table.entry.imports]);
  table.routes = Object.fromEntries(
    Object.entries(table.routes).map(([id, { imports = [], ...facts }]) => [
      id,
      {
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== false)),
        imports: imports.filter((file) => !known.has(file)),
      },
    ]),
  );
  return opening + JSON.stringify(table) + script.slice(end);
}

/** In the folder of the built assets, before they are compressed. */
export function slimRouteTableIn(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => /^manifest-.*\.js$/.test(file))) {
    const slim = slimRouteTable(readFileSync(join(folder, name), 'utf8'));
    if (slim === null) throw new Error(`${name} is no route table that tools/slim-route-table.ts knows`);
    writeFileSync(join(folder, name), slim);
  }
}
