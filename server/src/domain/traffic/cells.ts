/** Stands where there is no id; no row has a smaller one. */
export const noId = '00000000-0000-0000-0000-000000000000';

// Rows are cells with tabs between them, one row a line. What separates or escapes something is escaped by a backslash;
// NUL, which not everything that keeps texts can keep, becomes the sign for an unreadable character.
const special = /[\0\b\t\n\f\r\\]/g;
const needsEscape = /[\0\b\t\n\f\r\\]/;
const escapes: Readonly<Record<string, string>> = {
  '\0': '\u{FFFD}',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '\\': '\\\\',
};

/** A text as one cell of a row; nothing where there is none. */
export function cell(text: string | undefined | null): string {
  if (text === undefined || text === null || text === '') return '';
  const sound = text.isWellFormed() ? text : text.toWellFormed();
  return needsEscape.test(sound) ? sound.replace(special, (character) => escapes[character] ?? '') : sound;
}

/** Cells put one after the other, without a tab at either end. */
export function cells(...texts: (string | undefined | null)[]): string {
  return texts.map(cell).join('\t');
}

/** A list of texts as one cell; its items are quoted and escaped once. */
export function listCell(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `[${texts.map((text) => `'${cell(text).replaceAll("'", "\\'")}'`).join(',')}]`;
}
