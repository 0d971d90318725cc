import type { UploadReport } from '@waypost/contract/uploads.ts';
import { verdicts, type Verdict } from '../../domain/goals/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { applyEvents } from '../attribution/apply-events.ts';
import type { AppliedEvent, AttributionContext, EventToApply } from '../attribution/event-to-apply.ts';
import { requireAttribution } from '../attribution/require-attribution.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { readCsvLines, type CsvGroup, type CsvSource } from '../uploads/read-csv-lines.ts';
import { UploadProgress, type UploadListener } from '../uploads/upload-progress.ts';
import { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import {
  conversionColumns,
  conversionFileVerdicts,
  readConversion,
  type ConversionField,
} from './read-conversion.ts';

export type ConversionUploadOptions = UploadListener & { dryRun?: boolean; postbacks?: boolean };

// A transaction has seconds, and asks once for all visits of its lines.
const groupLines = 500;
const format = { columns: conversionColumns, required: ['clickId'], isStrict: false, groupLines } as const;

/** What changed something, or is kept in case that it will. */
const takenVerdicts: ReadonlySet<Verdict> = new Set(['counted', 'updated', 'stored']);

type Upload = {
  context: AttributionContext & WorkspaceContext;
  id: string;
  timezone: string;
  dryRun: boolean;
  postbacks: boolean;
  progress: UploadProgress;
};

/**
 * Applies conversions from a file, each line as if its network had reported it. Lines that cannot be taken are said and
 * leave the others alone. The same file again finds everything there already.
 */
export async function uploadConversions(
  context: WorkspaceContext,
  source: CsvSource,
  options: ConversionUploadOptions = {},
): Promise<UploadReport> {
  requirePermission(context.actor, 'conversions.upload');
  const dryRun = options.dryRun === true;
  const upload: Upload = {
    context: requireAttribution(context),
    id: newId(),
    timezone: (await getWorkspaceSettings(context)).timezone,
    dryRun,
    postbacks: options.postbacks !== false,
    progress: new UploadProgress(dryRun, options),
  };
  for await (const group of readCsvLines(source, format)) {
    await uploadGroup(upload, group);
    upload.progress.tell();
  }
  return upload.progress.report();
}

async function uploadGroup(upload: Upload, { header, records }: CsvGroup<ConversionField>): Promise<void> {
  const { context, timezone, progress } = upload;
  const given = { timezone, nowMs: context.now().getTime(), clickIds: context.clickIds };
  const read = records.map((record) => readConversion(record, header, given));
  const events = read.flatMap((one): EventToApply[] =>
    typeof one === 'string'
      ? []
      : [
          {
            workspaceId: context.workspaceId,
            incoming: one.incoming,
            receivedMs: one.timeMs,
            source: 'upload',
          },
        ],
  );
  const applied = (await applyGroup(upload, events)).values();
  for (const [at, one] of read.entries()) {
    const line = records[at]?.line ?? 0;
    const problem = typeof one === 'string' ? one : judge(applied.next().value, progress);
    if (typeof problem === 'string')
      progress.refuse({ line, verdict: problem, message: conversionFileVerdicts[problem] });
    else if (problem !== undefined) progress.refuse({ line, ...problem });
  }
}

/** All lines of a group together, with the line of the audit log that says so. */
async function applyGroup(upload: Upload, events: EventToApply[]): Promise<AppliedEvent[]> {
  const { context, dryRun, postbacks } = upload;
  if (dryRun) return await applyEvents(context, events, { dryRun, postbacks });
  return await asSystem(context, async (executor) => {
    const applied = await applyEvents({ ...context, transaction: executor }, events, { postbacks });
    await recordGroup(executor, upload, applied);
    return applied;
  });
}

async function recordGroup(
  executor: Executor,
  { context, id }: Upload,
  applied: AppliedEvent[],
): Promise<void> {
  const taken = applied.filter(({ verdict }) => takenVerdicts.has(verdict)).length;
  if (taken === 0) return;
  const { workspaceId, actor } = context;
  const change = { action: 'conversions.upload', subjectId: id, details: { lines: applied.length, taken } };
  await recordChange(executor, workspaceId, actor, change);
}

/** A network's request may wait for its visit; a line of a file is judged once, so `waiting` is `no-visit` here. */
function judge(
  applied: AppliedEvent | undefined,
  progress: UploadProgress,
): { verdict: Verdict; message: string } | undefined {
  const found = applied?.verdict ?? 'no-visit';
  const verdict = found === 'waiting' ? 'no-visit' : found;
  if (!takenVerdicts.has(verdict)) return { verdict, message: applied?.reason ?? verdicts[verdict] };
  progress.take(verdict);
  return undefined;
}
