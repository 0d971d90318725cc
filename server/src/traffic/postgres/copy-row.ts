import { isIP } from 'node:net';
import { cell } from '../../domain/traffic/cells.ts';
import { columnKinds, type ColumnKind } from '../../domain/traffic/column-kinds.ts';
import { eventTypes, type EventColumn } from '../../domain/traffic/columns.ts';
import { readCell, readListCell } from '../../domain/traffic/read-cell.ts';
import { readTimeCell } from '../../domain/traffic/time-cells.ts';
import { noId } from '../../domain/traffic/cells.ts';
import { readAddressCell } from '../../domain/traffic/visit-cells.ts';

// NULL in COPY format.
const nullCell = String.raw`\N`;

export class RowRefused extends Error {}

type WriteCell = (text: string, column: EventColumn) => string;

const types: ReadonlySet<string> = new Set(eventTypes);
const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const secondsForm = /^\d{10}\.\d{3}$/;
const momentForm = /^\d{1,15}(?:\.\d{1,9})?$/;
const dayForm = /^\d{4}-\d\d-\d\d$/;
const wholeForm = /^-?\d{1,18}$/;
const decimalForm = /^-?\d{1,26}(?:\.\d{1,30})?$/;
const escapedForm = /^(?:[^\\]|\\[0bfnrt\\'])*$/s;
const listForm = /^\[.*\]$/s;

// Limits of the column types. The other column types can hold any value that is written to them.
const smallMax = 32_767;
const integerMax = 2_147_483_647;
const integers: ReadonlySet<EventColumn> = new Set(['config_version', 'response_status']);
const longs: ReadonlySet<EventColumn> = new Set(['asn', 'duration_ms']);
// Columns that are NOT NULL.
const requiredIds: ReadonlySet<EventColumn> = new Set(['workspace_id', 'id']);

const writers: Readonly<Record<ColumnKind, WriteCell>> = {
  type: (text, column) => (types.has(text) ? text : refuse(column, text, 'not an event type')),
  id: (text, column) => {
    if (text === '' || text === noId) return requiredIds.has(column) ? noId : nullCell;
    return idForm.test(text) ? text : refuse(column, text, 'not an ID');
  },
  moment: (text, column) => {
    if (secondsForm.test(text)) return text.slice(0, 10) + text.slice(11);
    if (text === '') return '0';
    return momentForm.test(text) ? String(readTimeCell(text)) : refuse(column, text, 'not a time');
  },
  day: (text, column) => {
    if (text === '') return nullCell;
    return dayForm.test(text) && !Number.isNaN(Date.parse(text)) ? text : refuse(column, text, 'not a date');
  },
  text: (text, column) => {
    if (text === '') return nullCell;
    if (!text.includes('\\')) return text;
    // A trailing backslash would escape the separator.
    if (!escapedForm.test(text)) return refuse(column, text, 'not valid escaped text');
    // The escape sequences are the same as in COPY format, except for NUL, which PostgreSQL text cannot contain.
    return text.includes(String.raw`\0`) ? cell(readCell(text)) : text;
  },
  whole: (text, column) => {
    if (text === '' || text === '0') return nullCell;
    if (!wholeForm.test(text)) return refuse(column, text, 'not an integer');
    const max = longs.has(column) ? Number.MAX_SAFE_INTEGER : integers.has(column) ? integerMax : smallMax;
    return Math.abs(Number(text)) <= max ? text : refuse(column, text, 'out of range');
  },
  decimal: (text, column) => {
    if (text === '' || text === nullCell) return nullCell;
    if (!decimalForm.test(text)) return refuse(column, text, 'not a decimal');
    return column !== 'value' && Number(text) === 0 ? nullCell : text;
  },
  flag: (text, column) => {
    if (text === '' || text === '0' || text === 'false') return nullCell;
    return text === '1' || text === 'true' ? 't' : refuse(column, text, 'not a boolean');
  },
  list: (text, column) => {
    if (text === '' || text === '[]') return nullCell;
    if (!listForm.test(text)) return refuse(column, text, 'not a list');
    const items = readListCell(text).map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
    return cell(`{${items.join(',')}}`);
  },
  address: (text, column) => {
    const address = readAddressCell(text);
    if (address === null) return nullCell;
    return isIP(address) === 0 ? refuse(column, text, 'not an IP address') : address;
  },
};

/** Returns a function that converts a line to COPY format. The first `skipped` cells of a line are ignored. */
export function rowWriter(columns: readonly EventColumn[], skipped: number): (line: string) => string {
  const cells = columns.map((column) => ({ column, write: writers[columnKinds[column]] }));
  return (line) => {
    const texts = line.split('\t');
    if (texts.length !== cells.length + skipped)
      throw new RowRefused(`the row has ${texts.length} cells instead of ${cells.length + skipped}`);
    let row = '';
    for (let at = 0; at < cells.length; at += 1) {
      const cellWriter = cells[at];
      if (cellWriter !== undefined)
        row += `${at === 0 ? '' : '\t'}${cellWriter.write(texts[at + skipped] ?? '', cellWriter.column)}`;
    }
    return row;
  };
}

const shownLength = 60;

function refuse(column: EventColumn, text: string, problem: string): never {
  throw new RowRefused(`${column} is ${problem}: ${text.slice(0, shownLength)}`);
}
