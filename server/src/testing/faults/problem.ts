export type Problem = { what: string; ids: readonly string[] };

const idsShown = 20;

// Returns a problem if there are IDs, otherwise nothing.
export function group(what: string, ids: readonly (string | null)[]): Problem[] {
  return ids.length === 0 ? [] : [{ what, ids: ids.map(String) }];
}

export function describeProblem({ what, ids }: Problem): string {
  const rest = ids.length > idsShown ? ` and ${ids.length - idsShown} more` : '';
  return `${what}: ${ids.length} (${ids.slice(0, idsShown).join(', ')}${rest})`;
}
