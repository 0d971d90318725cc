// Columns that have a different name in inserts, because the table stores a converted form of the inserted value.
const insertNames: Readonly<Record<string, string>> = {
  batch: 'given_batch',
  time: 'given_time',
  id: 'given_id',
  visit_id: 'given_visit_id',
};

/** Returns the name that inserts use for an `events` column. Queries use the original name. */
export function insertColumnName(column: string): string {
  return insertNames[column] ?? column;
}
