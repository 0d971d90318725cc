export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>;

export type Header<Field extends string> = {
  columns: ReadonlyMap<Field, number>;
  names: readonly string[];
  unknown: readonly string[];
  /** Pairs of columns that provide the same field, such as `sum and payout`. */
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
  const seen = new Map<string, string>();
  for (const [at, name] of names.entries()) {
    const field = fields.get(normalizeName(name));
    const earlier = field === undefined ? undefined : columns.get(field);
    if (field === undefined) unknown.push(name);
    else if (earlier === undefined) columns.set(field, at);
    else repeated.push(`${names[earlier]} and ${name}`);
    const sameName = seen.get(normalizeName(name));
    if (field !== undefined && sameName !== undefined) doubled.push(`${sameName} and ${name}`);
    seen.set(normalizeName(name), name);
  }
  return { columns, names, unknown: unknown.filter((name) => name !== ''), repeated, doubled };
}

export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
