import {
  visitAttributeNames,
  visitAttributes,
  type AttributeKind,
  type VisitAttribute,
  type VisitAttributeValues,
} from '@waypost/contract/visits/visit-attributes.ts';
import { columnOf } from './attribute-columns.ts';
import { cell, listCell, noId } from './cells.ts';
import { eventColumns, type EventColumn } from './columns.ts';
import { readCell, readListCell } from './read-cell.ts';
import type { RecordedVisit } from './recorded-visit.ts';
import { readTimeCell, timeCell } from './time-cells.ts';

export type Cells = Readonly<Partial<Record<EventColumn, string>>>;

type Value = VisitAttributeValues[VisitAttribute];
type Codec = { write: (value: never) => string; read: (text: string) => Value };

const codecs: Readonly<Record<AttributeKind, Codec>> = {
  id: { write: (value: string | null) => value ?? '', read: readIdCell },
  text: { write: (value: string | null) => cell(value), read: (text) => readCell(text) || null },
  number: {
    write: (value: number | null) => (value === null ? '' : String(value)),
    read: (text) => Number(text) || null,
  },
  address: { write: (value: string | null) => value ?? '', read: readAddressCell },
  list: { write: (value: readonly string[]) => listCell(value), read: readListCell },
};

const attributes = visitAttributeNames.map((name) => ({
  name,
  column: columnOf(name),
  codec: codecs[visitAttributes[name].kind],
}));

/** Returns the cells that rows copy from their visit. Counts, cost and outcome are not copied. */
export function visitCells(visit: RecordedVisit): Cells {
  const cells: Partial<Record<EventColumn, string>> = {
    workspace_id: visit.workspaceId,
    campaign_id: visit.campaignId,
    visit_time: timeCell(visit.timeMs),
    visit_id: visit.visitId,
  };
  for (const { name, column, codec } of attributes) cells[column] = codec.write(visit[name] as never);
  return cells;
}

export function readVisitCells(cells: Cells): RecordedVisit {
  const values = Object.fromEntries(
    attributes.map(({ name, column, codec }) => [name, codec.read(cells[column] ?? '')]),
  );
  return {
    ...(values as unknown as VisitAttributeValues),
    workspaceId: cells.workspace_id ?? noId,
    campaignId: cells.campaign_id ?? noId,
    visitId: cells.visit_id ?? noId,
    timeMs: readTimeCell(cells.visit_time ?? ''),
    cost: cells.cost || '0',
  };
}

/** Builds a row for a visit with all `eventColumns`. The cells in `own` are already escaped. */
export function buildEventRow(visit: RecordedVisit, own: Cells): string {
  const cells = visitCells(visit);
  return eventColumns.map((name) => own[name] ?? cells[name] ?? '').join('\t');
}

export function readIdCell(text: string): string | null {
  return text === '' || text === noId ? null : text;
}

const mapped = /^::ffff:(?=\d+\.)/i;

export function readAddressCell(text: string): string | null {
  const address = text.replace(mapped, '');
  return address === '' || address === '::' || address === '0.0.0.0' ? null : address;
}
