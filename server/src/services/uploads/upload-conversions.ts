import type { UploadLine } from '@waypost/contract/conversions/file-uploads.ts';
import { verdicts, type Verdict } from '../../domain/conversions/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { listAllCampaignNumbers } from '../../store/records/campaign-numbers.ts';
import { applyEvents } from '../conversions/pipeline.ts';
import type { AppliedEvent, AttributionContext, EventToApply } from '../conversions/event-to-apply.ts';
import { requireAttribution } from '../conversions/require-attribution.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';
import { readCsvLines, type CsvGroup, type CsvSource } from './read-csv-lines.ts';
import {
  refusedLine,
  takenLine,
  UploadProgress,
  type KeepLines,
  type UploadListener,
  type UploadReport,
} from './upload-progress.ts';
import { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import {
  conversionColumns,
  conversionFileVerdicts,
  readConversion,
  type ConversionField,
  type ReadVisitTime,
} from './read-conversion.ts';

export type ConversionUploadOptions = UploadListener & {
  dryRun?: boolean | undefined;
  postbacks?: boolean | undefined;
  rename?: Readonly<Record<string, string | null>> | undefined;
  keep?: KeepLines | undefined;
};

// Number of lines per transaction. A transaction looks up the visits of all its lines at once, and its statements time
// out after a few seconds.
const groupLines = 500;
const format = { columns: conversionColumns, required: ['clickId'], isStrict: false, groupLines } as const;

const takenVerdicts: ReadonlySet<Verdict> = new Set(['counted', 'updated', 'stored']);

type Upload = {
  context: AttributionContext & WorkspaceContext;
  readVisitTime: ReadVisitTime;
  id: string;
  timezone: string;
  dryRun: boolean;
  postbacks: boolean;
  progress: UploadProgress;
  keep: KeepLines | undefined;
};

/**
 * Applies each line as if the affiliate network had reported it. Invalid lines are reported and skipped. Uploading the
 * same file again changes nothing.
 */
export async function uploadConversions(
  context: WorkspaceContext & WithTraffic,
  source: CsvSource,
  options: ConversionUploadOptions = {},
): Promise<UploadReport> {
  requirePermission(context.actor, 'conversions.upload');
  const dryRun = options.dryRun === true;
  const attribution = requireAttribution(context);
  const upload: Upload = {
    context: attribution,
    readVisitTime: await openVisitTimes(attribution),
    id: newId(),
    timezone: (await getWorkspaceSettings(context)).timezone,
    dryRun,
    postbacks: options.postbacks !== false,
    progress: new UploadProgress(dryRun, options),
    keep: options.keep,
  };
  for await (const group of readCsvLines(source, { ...format, rename: options.rename })) {
    await uploadGroup(upload, group);
    upload.progress.notify();
  }
  return upload.progress.report();
}

/**
 * Returns a function that reads the time of a visit from its click ID, only for campaigns of this workspace. A click ID
 * from another workspace must get the same response as a forged click ID.
 */
async function openVisitTimes(context: AttributionContext & WorkspaceContext): Promise<ReadVisitTime> {
  const numbers = await readInWorkspace(context, 'list', (executor) =>
    listAllCampaignNumbers(executor, context.workspaceId),
  );
  return (text) => {
    const clickId = context.clickIds.decode(text);
    return clickId !== undefined && numbers.has(clickId.campaignNumber) ? clickId.timeMs : undefined;
  };
}

async function uploadGroup(upload: Upload, { header, records }: CsvGroup<ConversionField>): Promise<void> {
  const { context, timezone, progress } = upload;
  const given = { timezone, nowMs: context.now().getTime(), readVisitTime: upload.readVisitTime };
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
  const settle = (applied: AppliedEvent[]): UploadLine[] => {
    const next = applied.values();
    return read.map((one, at) => {
      const line = records[at]?.line ?? 0;
      return typeof one === 'string'
        ? refusedLine({ line, verdict: one, message: conversionFileVerdicts[one] })
        : judge(line, next.next().value, upload.postbacks);
    });
  };
  for (const line of await applyGroup(upload, events, settle)) progress.add(line);
}

async function applyGroup(
  upload: Upload,
  events: EventToApply[],
  settle: (applied: AppliedEvent[]) => UploadLine[],
): Promise<UploadLine[]> {
  const { context, dryRun, postbacks, progress, keep } = upload;
  if (dryRun) {
    const lines = settle(await applyEvents(context, events, { dryRun, postbacks }));
    await keep?.(lines, progress.countsWith(lines));
    return lines;
  }
  return await asSystem(context, async (executor) => {
    const applied = await applyEvents({ ...context, transaction: executor }, events, { postbacks });
    await recordGroup(executor, upload, applied);
    const lines = settle(applied);
    await keep?.(lines, progress.countsWith(lines), executor);
    return lines;
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

const postbacksTurnedOff = 'Postbacks are turned off for this upload.';

/**
 * Returns the result of a line. An incoming postback may wait for its visit, but a line is processed only once, so
 * `waiting` becomes `no-visit`.
 */
function judge(line: number, applied: AppliedEvent | undefined, postbacks: boolean): UploadLine {
  const found = applied?.verdict ?? 'no-visit';
  const verdict = found === 'waiting' ? 'no-visit' : found;
  if (!takenVerdicts.has(verdict))
    return refusedLine({ line, verdict, message: applied?.reason ?? verdicts[verdict] });
  const skipReasons = applied?.changes.flatMap(({ noPostback }) => noPostback ?? []) ?? [];
  return takenLine(line, verdict, { noPostback: postbacks ? (skipReasons[0] ?? null) : postbacksTurnedOff });
}
