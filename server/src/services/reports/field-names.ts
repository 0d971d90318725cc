import { labelFields, type FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import {
  fieldNamesQuery,
  type FieldNames,
  type FieldNamesQuery,
  type UsedFieldNames,
} from '@waypost/contract/reports/field-names.ts';
import type { FeedType } from '@waypost/contract/events/events.ts';
import { actionWithoutRules } from '../../domain/conversions/index.ts';
import type { FeedRow } from '../../domain/traffic/feed-row.ts';
import { readFieldNames } from '../../store/records/field-names.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import type { WithTraffic } from '../tools.ts';

export async function findFieldNames(context: WorkspaceContext, scope: FieldNamesQuery): Promise<FieldNames> {
  const read = async (among: FieldNamesQuery) =>
    await readInWorkspace(context, 'list', (executor) =>
      readFieldNames(executor, context.workspaceId, among, actionWithoutRules),
    );
  const names = await read(scope);
  // No campaign uses the rotator yet, so it may be meant for any traffic source.
  const isUnused = scope.rotatorIds !== undefined && names.goalActions.length === 0;
  return isUnused ? await read({}) : names;
}

export async function getFieldNames(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
  { signal }: { signal?: AbortSignal } = {},
): Promise<UsedFieldNames> {
  requirePermission(context.actor, 'reports.read');
  const scope = parseInput(fieldNamesQuery, input);
  const [names, visits, events] = await Promise.all([
    findFieldNames(context, scope),
    // Names are returned even if the traffic store is slow or down.
    readLatest(context, scope, 'visit', signal).catch(() => []),
    readLatest(context, scope, 'event', signal).catch(() => []),
  ]);
  const usedTokens = new Set(visits.flatMap(tokensIn));
  const usedActions = new Set(events.flatMap(({ idx }) => (idx === null ? [] : [idx])));
  const tokens = withUse(
    names.tokens.map(({ index, names: all }) => [index, all]),
    usedTokens,
  );
  const goalActions = withUse(
    names.goalActions.map(({ idx, names: all }) => [idx, all]),
    usedActions,
  );
  return {
    tokens: tokens.map(({ number, ...rest }) => ({ index: number, ...rest })),
    goalActions: goalActions.map(({ number, ...rest }) => ({ idx: number, ...rest })),
  };
}

// Returns the labels of the tokens and goal actions among the given dimensions and metrics.
export async function getFieldLabels(
  context: WorkspaceContext,
  used: readonly string[],
  scope: FieldNamesQuery,
): Promise<FieldLabels> {
  requirePermission(context.actor, 'reports.read');
  // Only tokens and the metrics of goal actions have numbers.
  if (!used.some((id) => /\d$/.test(id))) return new Map();
  const labels = labelFields(await findFieldNames(context, scope));
  return new Map([...labels].filter(([id]) => used.includes(id)));
}

const latestMax = 300;
const searchedMs = 30 * 24 * 60 * 60 * 1_000;
const searchMsMax = 1_000;

async function readLatest(
  { traffic, workspaceId, now }: WorkspaceContext & WithTraffic,
  { campaignIds, trafficSourceIds, rotatorIds }: FieldNamesQuery,
  type: FeedType,
  signal: AbortSignal | undefined,
): Promise<FeedRow[]> {
  const nowMs = now().getTime();
  const { rows } = await traffic.readFeed({
    selection: {
      workspaceId,
      types: [type],
      ...(campaignIds?.length === 1 ? { campaignId: campaignIds[0] } : {}),
    },
    span: { fromMs: nowMs - searchedMs, toMs: nowMs },
    limit: latestMax,
    nowMs,
    searchMsMax,
    signal,
  });
  return rows.filter(
    (row) =>
      isIn(campaignIds, row.campaignId) &&
      isIn(trafficSourceIds, row.trafficSourceId) &&
      isIn(rotatorIds, row.rotatorId),
  );
}

function isIn(ids: readonly string[] | undefined, id: string | null): boolean {
  return ids === undefined || (id !== null && ids.includes(id));
}

function tokensIn(row: FeedRow): number[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const index = /^token(\d+)$/.exec(name)?.[1];
    return index === undefined || value === null || value === '' ? [] : [Number(index)];
  });
}

function withUse(named: readonly (readonly [number, string[]])[], used: ReadonlySet<number>) {
  const byNumber = new Map(named);
  return [...new Set([...byNumber.keys(), ...used])]
    .toSorted((one, other) => one - other)
    .map((number) => ({ number, names: byNumber.get(number) ?? [], hasData: used.has(number) }));
}
