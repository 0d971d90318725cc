import { showInvisible } from './invisible-text.ts';

/** `digits` is a number of ours that is written as it is. */
export type CsvValue = string | number | boolean | null | readonly string[] | { digits: string };

// = + - @ and the characters that normalize to them (NFKC): wide, small, raised and lowered ones; and the minus sign.
const signs =
  '=\\uff1d\\ufe66\\u207c\\u208c\\u2a75\\u2a76+\\uff0b\\ufe62\\u207a\\u208a\\ufb29\\-\\uff0d\\ufe63\\u2212\\u207b\\u208b@\\uff20\\ufe6b';
// Where a spreadsheet may begin a cell, and takes what comes there for a formula.
// Many split at semicolons or tabs whatever the file says, and then see neither our quotes nor the ends of our cells; some
// pass over spaces. A tab or a line end that comes first is dropped by some, with whatever is behind it.
const [begin, formula] = ['^|[;\\t\\r\\n]', `(?:[^\\S\\t\\r\\n]|")*[${signs}]`];
// Whether there is one is asked of every cell; where they are, of few, and takes several times as long.
const hasFormula = new RegExp(`(?:${begin})${formula}|^[\\t\\r\\n]`);
const formulas = new RegExp(`(?<=${begin})(?=${formula})|^(?=[\\t\\r\\n])`, 'g');
const needsQuotes = /[",\r\n]/;

/**
 * One line of a CSV file as RFC 4180 has it. A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, and so does what would be one behind a semicolon, a tab or a line end inside: strangers write into these files, a
 * keyword or a user agent is whatever a visitor sent. Invisible characters are written out. Numbers stay.
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
  const text = showInvisible(typeof value === 'string' ? value : value.join(','));
  const guarded = hasFormula.test(text) ? text.replace(formulas, "'") : text;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
