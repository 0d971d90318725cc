import { cell, listCell } from '../../domain/traffic/cells.ts';
import { columnKinds } from '../../domain/traffic/column-kinds.ts';
import { eventColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import { newId } from '../../platform/ids.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';

export type EventCells = Partial<
  Record<EventColumn, string | number | boolean | readonly string[] | null | undefined>
>;

/** Inserts rows of any type. Missing cells become unknown values; times are in milliseconds. */
export async function insertEventRows(
  { targets }: Pick<TrafficStore, 'targets'>,
  rows: readonly EventCells[],
): Promise<void> {
  // A batch must not span months.
  const months = Object.groupBy(rows, ({ time }) => new Date(Number(time)).toISOString().slice(0, 7));
  for (const month of Object.values(months)) {
    const batch = newId();
    const lines = (month ?? []).map((row) => `${batch}\t${writeRow(row)}\n`).join('');
    const outcome = await targets.outbox.insert(batch, Buffer.from(lines));
    if (outcome.kind !== 'inserted')
      throw new Error(`inserting rows failed (${outcome.kind}): ${outcome.reason}`);
  }
}

function writeRow({ time, visit_time = time, ...rest }: EventCells): string {
  const row: EventCells = { ...rest, time, visit_time };
  return eventColumns.map((name) => writeCell(name, row[name])).join('\t');
}

function writeCell(name: EventColumn, value: EventCells[EventColumn]): string {
  if (value === undefined || value === null) return name === 'value' ? String.raw`\N` : '';
  const kind = columnKinds[name];
  if (kind === 'moment') return timeCell(Number(value));
  if (kind === 'list') return listCell(value as readonly string[]);
  if (kind === 'flag') return value === true || value === 1 ? '1' : '';
  return cell(String(value));
}
