// Columns that are stored in a different form than they are inserted; the table converts between the two.
const insertNames: Readonly<Record<string, string>> = {
  batch: 'given_batch',
  time: 'given_time',
  id: 'given_id',
  visit_id: 'given_visit_id',
};

/** Returns the name that inserts use for an `events` column. Queries use the column's own name. */
export function insertColumnName(column: string): string {
  return insertNames[column] ?? column;
}
