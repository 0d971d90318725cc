import type { BatchTarget } from '../domain/events/batch-target.ts';
import { eventColumns } from '../domain/events/columns.ts';
import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { batchSettings, createProbe, findBatches, reportOutcome } from './insert-batch.ts';
import { insertedAs } from './inserted-as.ts';
import { sendLines } from './send-lines.ts';
import { separateRefused } from './separate-refused.ts';

/** The columns of a line: its batch, its row. */
const outboxColumns = ['batch', ...eventColumns] as const;

/** Takes rows of goals and postbacks into `events`. Each line begins with the name of the batch. */
export function createOutboxTarget(client: ClickHouseClient): BatchTarget {
  const query = `INSERT INTO events (${outboxColumns.map(insertedAs).join(', ')}) FORMAT TabSeparated`;
  return {
    insert: (batch, lines) =>
      reportOutcome(() =>
        sendLines(client, {
          query,
          lines,
          settings: { ...batchSettings, insert_deduplication_token: batch },
        }),
      ),
    findBatches: (batches, sinceMs) => findBatches(client, batches, sinceMs),
    separateRefused: async (lines) => {
      const probe = await createProbe(client, outboxColumns);
      return await separateRefused(lines, probe);
    },
  };
}
