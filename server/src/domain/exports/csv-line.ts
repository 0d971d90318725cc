/** `digits` is a number of ours that is written as it is. */
export type CsvValue = string | number | boolean | null | readonly string[] | { digits: string };

// What spreadsheets take for the beginning of a formula, in the wide letters of East Asia too.
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file as RFC 4180 has it. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, since strangers write into these files: a keyword or a user agent is whatever a visitor sent. Numbers stay.
 */
export function csvLine(values: readonly CsvValue[]): string {
  let line = '';
  for (let at = 0; at < values.length; at += 1) line += (at === 0 ? '' : ',') + csvCell(values[at] ?? null);
  return `${line}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'object' && 'digits' in value) return value.digits;
  const text = typeof value === 'string' ? value : value.join(',');
  const guarded = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
