/** Represents a missing ID. Sorts before all other IDs. */
export const noId = '00000000-0000-0000-0000-000000000000';

// Rows are lines of tab-separated cells. Separators and backslashes are escaped with a backslash; NUL, which
// not every store supports, becomes U+FFFD.
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

export function cell(text: string | undefined | null): string {
  if (text === undefined || text === null || text === '') return '';
  const sound = text.isWellFormed() ? text : text.toWellFormed();
  return needsEscape.test(sound) ? sound.replace(special, (character) => escapes[character] ?? '') : sound;
}

export function cells(...texts: (string | undefined | null)[]): string {
  return texts.map(cell).join('\t');
}

export function listCell(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `[${texts.map((text) => `'${cell(text).replaceAll("'", "\\'")}'`).join(',')}]`;
}
