import type { GoalRow } from '../../domain/conversions/index.ts';
import { cell } from '../../domain/traffic/cells.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { timeCell } from '../../domain/traffic/time-cells.ts';
import { buildEventRow } from '../../domain/traffic/visit-cells.ts';
import type { OutboxRow } from '../../store/conversions/outbox.ts';

type GoalRowContext = {
  id: string;
  workspaceId: string;
  visit: RecordedVisit;
  timeMs: number;
  /** Day on which all rows of a conversion expire together, so that its total is never partial. */
  expires: string;
};

export function buildGoalRow(row: GoalRow, context: GoalRowContext): OutboxRow {
  const { workspaceId, visit, timeMs } = context;
  return {
    workspaceId,
    timeMs,
    row: buildEventRow(visit, {
      type: row.type,
      time: timeCell(timeMs),
      id: context.id,
      expires: context.expires,
      cost: row.cost,
      revenue: row.revenue,
      events: String(row.events),
      conversions: String(row.conversions),
      idx: String(row.idx),
      label: cell(row.label),
      value: row.value ?? String.raw`\N`,
      status: row.status,
      transaction_id: cell(row.transactionId),
      is_conversion: row.isConversion ? '1' : '0',
      payout: row.payout,
      currency: cell(row.currency),
    }),
  };
}
