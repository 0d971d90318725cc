const escaped = /\\(.)/gs;
const meanings: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
};

/** The text of a cell: what `cell` made of it, taken back. */
export function readCell(text: string | undefined): string {
  if (text === undefined || !text.includes('\\')) return text ?? '';
  return text.replace(escaped, (_, character: string) => meanings[character] ?? character);
}

const item = /'((?:[^'\\]|\\.)*)'/gs;

/** The texts of a list in one cell: what `listCell` made of them, taken back. */
export function readListCell(text: string | undefined): string[] {
  if (text === undefined || text === '' || text === '[]') return [];
  return [...text.matchAll(item)].map(([, inner]) => readCell(inner));
}
