export function formatCount(
  { one, many }: { one: string; many: string },
  shown: number | undefined,
  total: number | undefined,
): string {
  if (shown === undefined || shown === 0) return '';
  const what = (total ?? shown) === 1 ? one : many.toLowerCase();
  const all = (total ?? shown).toLocaleString('en');
  return total === undefined || shown === total
    ? `${all} ${what}`
    : `${shown.toLocaleString('en')} of ${all} ${what}`;
}

/**
 * Returns true if a record matches the search. Uses the same rules as the server: one of `texts` contains the search
 * text, ignoring case, or the ID starts with the search text.
 */
export function matchesSearch({ id }: { id: string }, q: string, texts: readonly (string | null)[]): boolean {
  if (q === '') return true;
  const needle = q.toLowerCase();
  if (needle.length >= 8 && id.startsWith(needle)) return true;
  return texts.some((text) => text?.toLowerCase().includes(needle) === true);
}
