// Cycles of a directed graph: one shortest cycle for every node that is on one, each cycle told once.

const shortestWayBack = (graph: ReadonlyMap<string, readonly string[]>, start: string): string[] | null => {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const way = [node];
        for (let at = node; at !== start; at = way[0] as string) way.unshift(cameFrom.get(at) as string);
        return way;
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, node);
        queue.push(next);
      }
    }
  }
  return null;
};

export const findCycles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const reported = new Set<string>();
  const cycles: string[][] = [];
  for (const start of [...graph.keys()].sort()) {
    const cycle = shortestWayBack(graph, start);
    if (cycle === null) continue;
    const identity = [...cycle].sort().join('\n');
    if (reported.has(identity)) continue;
    reported.add(identity);
    cycles.push(cycle);
  }
  return cycles;
};
