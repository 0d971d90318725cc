/** The names that a column may have; the first is what it is called in sentences. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>;

export type Header<Field extends string> = {
  /** The place of each column that was found. */
  columns: ReadonlyMap<Field, number>;
  /** As they are written, by their places. */
  names: readonly string[];
  /** Columns whose names say nothing to us. */
  unknown: readonly string[];
  /** Columns that claim to be a field which another one is already, by the same name or by another. */
  repeated: readonly string[];
  /** Of these, the ones with the same name. */
  doubled: readonly string[];
};

/** Reads the names of columns in any case of letters, with or without spaces, dashes and underscores. */
export function readHeader<Field extends string>(
  cells: readonly string[],
  known: ColumnNames<Field>,
): Header<Field> {
  const fields = new Map(
    (Object.keys(known) as Field[]).flatMap((field) => known[field].map((name) => [plain(name), field])),
  );
  const names = cells.map((cell) => cell.trim());
  const columns = new Map<Field, number>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  const doubled: string[] = [];
  const seen = new Set<string>();
  for (const [at, name] of names.entries()) {
    const field = fields.get(plain(name));
    if (field === undefined) unknown.push(name);
    else if (columns.has(field)) repeated.push(name);
    else columns.set(field, at);
    if (field !== undefined && seen.has(plain(name))) doubled.push(name);
    seen.add(plain(name));
  }
  return { columns, names, unknown: unknown.filter((name) => name !== ''), repeated, doubled };
}

/** What is left of a name where only its letters and numbers matter. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
