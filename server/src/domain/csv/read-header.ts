export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>;

export type Header<Field extends string> = {
  columns: ReadonlyMap<Field, number>;
  names: readonly string[];
  unknown: readonly string[];
  /** Columns for a field that an earlier column already provides, under the same name or an alias. */
  repeated: readonly string[];
  doubled: readonly string[];
};

/** Finds the columns of the known fields. Ignores case, spaces, dashes and underscores in column names. */
export function readHeader<Field extends string>(
  cells: readonly string[],
  known: ColumnNames<Field>,
): Header<Field> {
  const fields = new Map(
    (Object.keys(known) as Field[]).flatMap((field) =>
      known[field].map((name) => [normalizeName(name), field]),
    ),
  );
  const names = cells.map((cell) => cell.trim());
  const columns = new Map<Field, number>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  const doubled: string[] = [];
  const seen = new Set<string>();
  for (const [at, name] of names.entries()) {
    const field = fields.get(normalizeName(name));
    if (field === undefined) unknown.push(name);
    else if (columns.has(field)) repeated.push(name);
    else columns.set(field, at);
    if (field !== undefined && seen.has(normalizeName(name))) doubled.push(name);
    seen.add(normalizeName(name));
  }
  return { columns, names, unknown: unknown.filter((name) => name !== ''), repeated, doubled };
}

export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
