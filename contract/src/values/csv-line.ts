import { showInvisible } from './invisible-text.ts';

/** Value of a CSV cell. `digits` is a trusted number that is written unchanged. */
export type CsvValue = string | number | boolean | null | readonly string[] | { digits: string };

// The characters = + - @, the characters that NFKC normalizes to them (fullwidth, small, superscript and subscript
// forms), and the minus sign.
const signs =
  '=\\uff1d\\ufe66\\u207c\\u208c\\u2a75\\u2a76+\\uff0b\\ufe62\\u207a\\u208a\\ufb29\\-\\uff0d\\ufe63\\u2212\\u207b\\u208b@\\uff20\\ufe6b';
// Positions where a spreadsheet may start a cell and read the text that follows as a formula. Many spreadsheets split
// at semicolons or tabs regardless of the file's delimiter, which breaks the quoting. Some skip leading spaces, and
// some drop a leading tab or line break.
const [begin, formula] = ['^|[;\\t\\r\\n]', `(?:[^\\S\\t\\r\\n]|")*[${signs}]`];
// The first expression tests every cell. The second expression, which finds the positions, is several times slower, so
// it runs only if the first one matches.
const hasFormula = new RegExp(`(?:${begin})${formula}|^[\\t\\r\\n]`);
const formulas = new RegExp(`(?<=${begin})(?=${formula})|^(?=[\\t\\r\\n])`, 'g');
const needsQuotes = /[",\r\n]/;

/**
 * Formats one CSV line (RFC 4180). Values can come from visitors, such as keywords and user agents, so text
 * that a spreadsheet would run as a formula gets a leading apostrophe, even after a semicolon, tab or line
 * break inside the value. Invisible characters are escaped. Numbers are written unchanged.
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
