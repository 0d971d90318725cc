import type { BatchTarget } from '../../domain/traffic/batch-target.ts';
import { eventColumns } from '../../domain/traffic/columns.ts';
import type { ClickHouseClient } from './client.ts';
import { createLineTarget } from './insert-batch.ts';

/** The columns of a line: its batch, its row. */
const outboxColumns = ['batch', ...eventColumns] as const;

/** Takes rows of goals and postbacks into `events`. Each line begins with the name of the batch. */
export function createOutboxTarget(client: ClickHouseClient): BatchTarget {
  return createLineTarget(client, outboxColumns);
}
