import type { HeaderKind } from '@waypost/contract/events/exports.ts';
import { labelFields } from '@waypost/contract/reports/field-labels.ts';
import { checkedEventFileFilter } from '@waypost/contract/events/panel-events.ts';
import type { CsvValue } from '@waypost/contract/values/csv-line.ts';
import { eventCells, eventCsvColumns, impersonalCsvColumns } from '../../domain/exports/event-cells.ts';
import { presentEvent } from '../../domain/traffic/present-event.ts';
import { zonedTimeWriter } from '../../domain/traffic/zoned-time.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { clickIdFinder } from '../events-feed/click-id-finder.ts';
import { labelFinder } from '../events-feed/label-finder.ts';
import { inZone, readEventQuery, type EventQuery } from '../events-feed/read-event-query.ts';
import { parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { findFieldNames } from '../reports/field-names.ts';
import { nameExport, type FileExport } from './csv-export.ts';
import { writePieces, type FileFormat } from './write-pieces.ts';

/**
 * Exports events, newest first, without the columns that the caller may not read. The export is recorded in the audit
 * log, because rows contain personal data. `signal` aborts the export, even before the first piece.
 */
export async function exportEvents(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  {
    headers,
    format,
    signal,
  }: { headers?: HeaderKind | undefined; format?: FileFormat | undefined; signal?: AbortSignal } = {},
): Promise<FileExport> {
  requirePermission(context.actor, 'events.export');
  const given = parseInput(checkedEventFileFilter, input);
  const query = await readEventQuery(context, await inZone(context, given));
  const { workspaceId } = context;
  await inWorkspace(context, (executor) =>
    recordChange(executor, workspaceId, context.actor, {
      action: 'event.export',
      subjectId: workspaceId,
      details: given,
    }),
  );
  const table = {
    workspaceId,
    format,
    signal,
    header: await writeHeader(context, query, headers),
    read: (ended: AbortSignal) => readLines(context, query, ended),
  };
  return { name: nameExport('events', given.from, given.to), pieces: writePieces(table) };
}

async function writeHeader(
  context: WorkspaceContext,
  { selection: { campaignId } }: EventQuery,
  headers: HeaderKind = 'ids',
): Promise<readonly string[]> {
  const columns = columnsFor(context);
  if (headers === 'ids') return columns;
  const names = await findFieldNames(context, campaignId === undefined ? {} : { campaignIds: [campaignId] });
  const labels = labelFields(names, columns);
  return columns.map((id) => labels.get(id) ?? id);
}

function columnsFor({ actor }: WorkspaceContext): readonly string[] {
  return isAllowed(actor, 'personal-data.read') ? eventCsvColumns : impersonalCsvColumns;
}

async function* readLines(
  context: WorkspaceContext & WithTraffic,
  { selection, span, timezone }: EventQuery,
  signal: AbortSignal,
): AsyncGenerator<CsvValue[][]> {
  const findClickIds = clickIdFinder(context);
  const findLabels = labelFinder(context);
  const writeTime = zonedTimeWriter(timezone);
  const nowMs = context.now().getTime();
  const columns = columnsFor(context);
  for await (const rows of context.traffic.streamFeed({ selection, span, nowMs, signal })) {
    const [clickIdOf, labelsOf] = await Promise.all([findClickIds(rows), findLabels(rows)]);
    yield rows.map((row) =>
      eventCells({ ...presentEvent(row, { clickIdOf, writeTime }), labels: labelsOf(row) }, columns),
    );
  }
}
