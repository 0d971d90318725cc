/** What tells a row from the others of its report. */
export function keyOf(
  row: Readonly<Record<string, string | number | null>>,
  dimensions: readonly string[],
): string {
  return JSON.stringify(dimensions.map((id) => row[id] ?? null));
}
