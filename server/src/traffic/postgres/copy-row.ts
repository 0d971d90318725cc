import { isIP } from 'node:net';
import { cell } from '../../domain/traffic/cells.ts';
import { columnKinds, type ColumnKind } from '../../domain/traffic/column-kinds.ts';
import { eventTypes, type EventColumn } from '../../domain/traffic/columns.ts';
import { readCell, readListCell } from '../../domain/traffic/read-cell.ts';
import { readTimeCell } from '../../domain/traffic/time-cells.ts';
import { noId } from '../../domain/traffic/cells.ts';
import { readAddressCell } from '../../domain/traffic/visit-cells.ts';

/** What stands for NULL in the format of COPY. */
const none = String.raw`\N`;

/** A row that cannot be stored. */
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

// What the types of the table hold; everything else holds more than is ever written.
const smallMax = 32_767;
const integerMax = 2_147_483_647;
const integers: ReadonlySet<EventColumn> = new Set(['config_version', 'response_status']);
const longs: ReadonlySet<EventColumn> = new Set(['asn', 'duration_ms']);
// These are never unknown.
const requiredIds: ReadonlySet<EventColumn> = new Set(['workspace_id', 'id']);

const writers: Readonly<Record<ColumnKind, WriteCell>> = {
  type: (text, column) => (types.has(text) ? text : refuse(column, text, 'no type of a row')),
  id: (text, column) => {
    if (text === '' || text === noId) return requiredIds.has(column) ? noId : none;
    return idForm.test(text) ? text : refuse(column, text, 'no id');
  },
  moment: (text, column) => {
    if (secondsForm.test(text)) return text.slice(0, 10) + text.slice(11);
    if (text === '') return '0';
    return momentForm.test(text) ? String(readTimeCell(text)) : refuse(column, text, 'no moment');
  },
  day: (text, column) => {
    if (text === '') return none;
    return dayForm.test(text) && !Number.isNaN(Date.parse(text)) ? text : refuse(column, text, 'no day');
  },
  text: (text, column) => {
    if (text === '') return none;
    if (!text.includes('\\')) return text;
    // A backslash at the end would take the next cell along.
    if (!escapedForm.test(text)) return refuse(column, text, 'no text that we write');
    // The same escapes as those of COPY, but for NUL, which no text can hold here.
    return text.includes(String.raw`\0`) ? cell(readCell(text)) : text;
  },
  whole: (text, column) => {
    if (text === '' || text === '0') return none;
    if (!wholeForm.test(text)) return refuse(column, text, 'no whole number');
    const max = longs.has(column) ? Number.MAX_SAFE_INTEGER : integers.has(column) ? integerMax : smallMax;
    return Math.abs(Number(text)) <= max ? text : refuse(column, text, 'too large a number');
  },
  decimal: (text, column) => {
    if (text === '' || text === none) return none;
    if (!decimalForm.test(text)) return refuse(column, text, 'no decimal');
    return column !== 'value' && Number(text) === 0 ? none : text;
  },
  flag: (text, column) => {
    if (text === '' || text === '0' || text === 'false') return none;
    return text === '1' || text === 'true' ? 't' : refuse(column, text, 'neither true nor false');
  },
  list: (text, column) => {
    if (text === '' || text === '[]') return none;
    if (!listForm.test(text)) return refuse(column, text, 'no list');
    const items = readListCell(text).map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
    return cell(`{${items.join(',')}}`);
  },
  address: (text, column) => {
    const address = readAddressCell(text);
    if (address === null) return none;
    return isIP(address) === 0 ? refuse(column, text, 'no address') : address;
  },
};

/** Writes rows in the format of COPY, from cells of these columns that begin behind `skipped` others. */
export function rowWriter(columns: readonly EventColumn[], skipped: number): (line: string) => string {
  const cells = columns.map((column) => ({ column, write: writers[columnKinds[column]] }));
  return (line) => {
    const texts = line.split('\t');
    if (texts.length !== cells.length + skipped)
      throw new RowRefused(`it has ${texts.length} cells in place of ${cells.length + skipped}`);
    let row = '';
    for (let at = 0; at < cells.length; at += 1) {
      const one = cells[at];
      if (one !== undefined)
        row += `${at === 0 ? '' : '\t'}${one.write(texts[at + skipped] ?? '', one.column)}`;
    }
    return row;
  };
}

const shownLength = 60;

function refuse(column: EventColumn, text: string, what: string): never {
  throw new RowRefused(`${column} is ${what}: ${text.slice(0, shownLength)}`);
}
