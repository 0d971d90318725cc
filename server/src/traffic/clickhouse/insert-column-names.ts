/** Stored in another form than given: the table makes the form from the given value, and the value from the form. */
const givenNames: Readonly<Record<string, string>> = {
  batch: 'given_batch',
  time: 'given_time',
  id: 'given_id',
  visit_id: 'given_visit_id',
};

/** The name under which an insert gives a column of `events`; queries read it by its own name. */
export function insertColumnName(column: string): string {
  return givenNames[column] ?? column;
}
