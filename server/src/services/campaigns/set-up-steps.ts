import type { CampaignSetUp } from '@waypost/contract/campaigns/campaign-set-up.ts';
import type { RecordStatus } from '@waypost/contract/api/records.ts';
import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockCampaignReferences } from '../../store/records/campaign-references.ts';
import type { WorkspaceContext } from '../context.ts';
import type { InputIssue } from '../parse-input.ts';
import type { RecordKind } from '../records/record-kind.ts';
import { refuseArchived } from '../records/refuse-blocked.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { WarnedSubject } from '../warnings/find-warnings.ts';
import { saveWithWarnings } from '../warnings/save-with-warnings.ts';
import { obstacleReasons } from './check-references.ts';

type Field = keyof CampaignSetUp | 'tracking.domainId';

/** State of a setup. The context contains the transaction of the setup. */
export type SetUp = { context: WorkspaceContext; consent: unknown; warnings: Warning[] };

/**
 * Locks the existing records that the campaign refers to. This has to be the first step: services lock sources,
 * rotators and domains before the landing pages and offers that the next steps lock.
 */
export async function lockExisting(
  executor: Executor,
  workspaceId: string,
  { trafficSourceId, rotatorId, tracking }: CampaignSetUp,
): Promise<void> {
  const domainId = tracking?.domainId ?? undefined;
  const { domains } = await lockCampaignReferences(executor, workspaceId, {
    sourceIds: listGiven(trafficSourceId),
    rotatorIds: listGiven(rotatorId),
    domainIds: listGiven(domainId),
  });
  if (domainId !== undefined && !domains.has(domainId))
    await nameField('tracking.domainId', () => refuseMissing('domain'));
}

function listGiven(id: string | undefined): string[] {
  return id === undefined ? [] : [id];
}

/** Reads the existing record that the field names. Archived records are rejected. */
export async function getExisting<Row extends { id: string; name: string; status: RecordStatus }>(
  field: Field,
  kind: RecordKind,
  read: () => Promise<Row>,
): Promise<Row> {
  return await nameField(field, async () => {
    const row = await read();
    if (row.status === 'archived') refuseArchived({ type: kind.name, id: row.id, name: row.name });
    return row;
  });
}

/** Creates the record that the field describes, and collects its warnings. */
export async function createNew(
  { context, consent, warnings }: SetUp,
  field: Field,
  type: WarnedSubject,
  save: (context: WorkspaceContext) => Promise<{ id: string }>,
): Promise<string> {
  return await nameField(field, async () => {
    const saved = await saveWithWarnings(context, { type, id: undefined, consent, save });
    warnings.push(...inField(field, saved.warnings));
    return saved.id;
  });
}

/**
 * Runs one step. Errors name the setup field that the step belongs to, so that a form can show the error next to that
 * field.
 */
async function nameField<Result>(field: Field, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    const { issues, warnings } = error.details as { issues?: InputIssue[]; warnings?: Warning[] };
    if (issues !== undefined)
      throw error.with(
        { issues: inField(field, issues), ...(warnings && { warnings: inField(field, warnings) }) },
        `${field}.${error.message}`,
      );
    if (error.code !== 'NOT_FOUND' && error.code !== 'CONFLICT') throw error;
    throw error.with({ issues: [{ path: field, message: error.message }] });
  }
}

const obstacleFields: Partial<Record<string, string>> = {
  [obstacleReasons.rotator]: 'rotatorId',
  [obstacleReasons['traffic-source']]: 'trafficSourceId',
  [obstacleReasons.domain]: 'tracking.domainId',
};

/** Names the field whose record prevents the campaign from being served. */
export function nameObstacle(error: unknown): never {
  const path = error instanceof WaypostError ? obstacleFields[error.reason ?? ''] : undefined;
  if (!(error instanceof WaypostError) || path === undefined) throw error;
  throw error.with({ issues: [{ path, message: error.message }] });
}

function inField<Note extends { path: string }>(field: Field, notes: Note[]): Note[] {
  return notes.map((note) => ({ ...note, path: `${field}.${note.path}` }));
}
