const escaped = /\\(.)/gs;
const meanings: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
};

export function readCell(text: string | undefined): string {
  if (text === undefined || !text.includes('\\')) return text ?? '';
  return text.replace(escaped, (_, character: string) => meanings[character] ?? character);
}

const item = /'((?:[^'\\]|\\.)*)'/gs;

export function readListCell(text: string | undefined): string[] {
  if (text === undefined || text === '' || text === '[]') return [];
  return [...text.matchAll(item)].map(([, inner]) => readCell(inner));
}
