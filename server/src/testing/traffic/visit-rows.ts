import { newId } from '../../platform/ids.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';
import { insertEventRows, type EventCells } from './insert-event-rows.ts';

export async function insertVisitRows(
  traffic: Pick<TrafficStore, 'targets'>,
  rows: readonly EventCells[],
): Promise<string[]> {
  const visits = rows.map((row) => {
    const id = newId(Number(row.visit_time));
    return { type: 'visit', id, visit_id: id, time: row.visit_time, visits: 1, outcome: 'offer', ...row };
  });
  await insertEventRows(traffic, visits);
  return visits.map(({ visit_id }) => String(visit_id));
}
