/** Which visits of a campaign a cost entry is about; `untilMs` is the first moment after the period. */
export type CostScope = { fromMs: number; untilMs: number; tokens: Readonly<Record<string, string>> };

/**
 * Whether a visit could be in both, and would be charged twice. Only two different values of the same token keep them
 * apart: an entry for all of a day and one for a site on that day share the visits from that site.
 */
export function mayShareVisits(left: CostScope, right: CostScope): boolean {
  if (left.untilMs <= right.fromMs || right.untilMs <= left.fromMs) return false;
  return Object.entries(left.tokens).every(
    ([name, value]) => !Object.hasOwn(right.tokens, name) || right.tokens[name] === value,
  );
}

export function isSameScope(left: CostScope, right: CostScope): boolean {
  const names = Object.keys(left.tokens);
  return (
    left.fromMs === right.fromMs &&
    left.untilMs === right.untilMs &&
    names.length === Object.keys(right.tokens).length &&
    names.every((name) => left.tokens[name] === right.tokens[name])
  );
}
