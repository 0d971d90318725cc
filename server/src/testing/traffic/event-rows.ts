import { trafficColumns } from '../../domain/traffic/columns.ts';

export type TrafficRow = Record<(typeof trafficColumns)[number], string>;

const escapes: Readonly<Record<string, string>> = { '0': '\0', b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

/** A row of the edge by the names of its columns. */
export function readTrafficRow(row: string): TrafficRow {
  const cells = row.split('\t');
  if (cells.length !== trafficColumns.length)
    throw new Error(`a row has ${cells.length} cells, not ${trafficColumns.length}: ${row}`);
  return Object.fromEntries(
    trafficColumns.map((name, at) => [name, unescape(cells[at] ?? '')]),
  ) as TrafficRow;
}

function unescape(cell: string): string {
  return cell.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
}
