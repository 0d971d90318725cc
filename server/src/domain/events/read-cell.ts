const escaped = /\\(.)/gs;
const meanings: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
};

/** The text of a cell: what `cell` made of it, and what ClickHouse writes, taken back. */
export function readCell(text: string | undefined): string {
  if (text === undefined || !text.includes('\\')) return text ?? '';
  return text.replace(escaped, (_, character: string) => meanings[character] ?? character);
}
