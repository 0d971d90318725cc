const escape = /\\(.)/gs;
const meanings: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
};

/** The text of a cell that was written by `cell`. */
export function readCell(cell: string): string {
  if (!cell.includes('\\')) return cell;
  return cell.replace(escape, (_, character: string) => meanings[character] ?? character);
}
