type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds cycles that share no edges, shortest first, so that each cycle can be fixed separately. A longer cycle that
 * shares an edge with a shorter cycle is reported only after the shorter cycle is fixed.
 */
export function findCycles(graph: Graph): string[][] {
  const rest = withoutDeadEnds(graph);
  const seen = new Set<string>();
  return findShortestCycles(rest).filter((circle) => {
    const steps = circle.map((from, index) => `${from}\n${circle[index + 1] ?? circle[0]}`);
    if (steps.some((step) => seen.has(step))) return false;
    for (const step of steps) seen.add(step);
    return true;
  });
}

/** Returns the shortest cycle through each edge that is part of a cycle. */
function findShortestCycles(graph: Graph): string[][] {
  const circles = new Map<string, string[]>();
  for (const [from, targets] of graph) {
    for (const to of targets) {
      const way = findShortestWay(graph, to, from);
      if (way === undefined) continue;
      const circle = beginWithFirst(way);
      circles.set(circle.join('\n'), circle);
    }
  }
  const inOrder = [...circles].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([, circle]) => circle).toSorted((one, other) => one.length - other.length);
}

/** Removes nodes that cannot be part of a cycle, so that an acyclic graph needs no search. */
function withoutDeadEnds(graph: Graph): Graph {
  const leadingOn = [...graph].map(
    ([from, targets]) => [from, new Set([...targets].filter((to) => graph.has(to)))] as const,
  );
  const rest = new Map(leadingOn.filter(([, targets]) => targets.size > 0));
  return rest.size === graph.size ? rest : withoutDeadEnds(rest);
}

function findShortestWay(graph: Graph, from: string, to: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  // The loop also visits the entries that are added to the map while it runs, so this is a breadth-first search.
  for (const place of cameFrom.keys()) {
    if (place === to) return walkBack(cameFrom, to);
    for (const next of graph.get(place) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, place);
  }
  return undefined;
}

function walkBack(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string[] {
  const before = cameFrom.get(end);
  return before === undefined ? [end] : [...walkBack(cameFrom, before), end];
}

function beginWithFirst(circle: readonly string[]): string[] {
  const first = circle.indexOf(circle.toSorted()[0] ?? '');
  return [...circle.slice(first), ...circle.slice(0, first)];
}
