import { trafficColumns } from '../../domain/traffic/columns.ts';

export type TrafficRow = Record<(typeof trafficColumns)[number], string>;

const escapes: Readonly<Record<string, string>> = { '0': '\0', b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

export function readTrafficRow(row: string): TrafficRow {
  const cells = row.split('\t');
  if (cells.length !== trafficColumns.length)
    throw new Error(`expected ${trafficColumns.length} cells, got ${cells.length}: ${row}`);
  return Object.fromEntries(
    trafficColumns.map((name, index) => [name, unescape(cells[index] ?? '')]),
  ) as TrafficRow;
}

function unescape(cell: string): string {
  return cell.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
}
