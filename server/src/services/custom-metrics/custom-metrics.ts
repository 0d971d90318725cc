import type { ListPage } from '@waypost/contract/api/paging.ts';
import { customMetricLimits } from '@waypost/contract/reports/custom-metric-ids.ts';
import {
  customMetricChange,
  customMetricListQuery,
  newCustomMetric,
  type CustomMetric,
} from '@waypost/contract/reports/custom-metrics.ts';
import { parseFormula } from '../../domain/reports/parse-formula.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  countCustomMetrics,
  deleteCustomMetricRow,
  findCustomMetric,
  findCustomMetricForUpdate,
  insertCustomMetric,
  listCustomMetricRows,
  lockCustomMetrics,
  updateCustomMetricRow,
  type CustomMetricRow,
} from '../../store/records/custom-metrics.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { beforeAndAfter, changedFields } from '../records/update-record.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { requireVersions } from '../records/require-version.ts';

export const tooManyCustomMetrics = `A workspace can have at most ${customMetricLimits.perWorkspace} custom metrics. Delete one first.`;

function present({ number, createdAt, updatedAt, ...row }: CustomMetricRow): CustomMetric {
  return {
    ...row,
    metric: `custom${number}`,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const customMetricList = {
  name: 'custom-metrics',
  query: customMetricListQuery,
  idOf: ({ id }: CustomMetric) => id,
  sorts: {
    name: ({ name }: CustomMetric) => name.toLowerCase(),
    createdAt: ({ createdAt }: CustomMetric) => createdAt,
    updatedAt: ({ updatedAt }: CustomMetric) => updatedAt,
  },
  searched: ({ name, id }: CustomMetric) => [name, id],
};

export async function listCustomMetrics(
  context: WorkspaceContext,
  input: unknown,
): Promise<ListPage<CustomMetric>> {
  requirePermission(context.actor, 'reports.read');
  return await listItems(context, customMetricList, input, async () => {
    const rows = await readInWorkspace(context, 'list', (executor) =>
      listCustomMetricRows(executor, context.workspaceId),
    );
    return rows.map(present);
  });
}

export async function getCustomMetric(context: WorkspaceContext, id: string): Promise<CustomMetric> {
  requirePermission(context.actor, 'reports.read');
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        findCustomMetric(executor, context.workspaceId, id),
      )
    : undefined;
  return present(row ?? refuseMissing('custom metric'));
}

export async function createCustomMetric(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'custom-metrics.write');
  const { name, formula, format, decimals } = parseInput(newCustomMetric, input);
  validateFormula(formula);
  const content = { name, formula, format, decimals };
  const { workspaceId, actor } = context;
  const id = newId();
  await inWorkspace(context, async (executor) => {
    await lockCustomMetrics(executor, workspaceId);
    const { count, next: number } = await countCustomMetrics(executor, workspaceId);
    if (count >= customMetricLimits.perWorkspace)
      throw new WaypostError('CONFLICT', tooManyCustomMetrics, { details: { reason: 'too-many' } });
    const createdAt = context.now();
    await insertCustomMetric(executor, workspaceId, { ...content, id, number, createdAt });
    await recordChange(executor, workspaceId, actor, {
      action: 'custom-metric.create',
      subjectId: id,
      name,
      version: 1,
      after: content,
    });
  });
  return { id };
}

export async function updateCustomMetric(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'custom-metrics.write');
  const { name, formula, format, decimals } = parseInput(customMetricChange, input);
  if (formula !== undefined) validateFormula(formula);
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    const before = await getForUpdate(executor, workspaceId, id);
    requireVersions(context, { name: 'custom-metric' }, [before]);
    const changed = changedFields<CustomMetricRow>(before, { name, formula, format, decimals });
    if (Object.keys(changed).length === 0) return;
    const after = { ...before, ...changed, updatedAt: context.now() };
    // Both values are known only now, because either can be omitted.
    parseInput(newCustomMetric, contentOf(after));
    await updateCustomMetricRow(executor, workspaceId, after);
    await recordChange(executor, workspaceId, actor, {
      action: 'custom-metric.update',
      subjectId: before.id,
      name: before.name,
      version: before.version + 1,
      ...beforeAndAfter(before, changed),
    });
  });
}

export async function deleteCustomMetric(context: WorkspaceContext, id: string): Promise<null> {
  requirePermission(context.actor, 'custom-metrics.write');
  const { workspaceId, actor } = context;
  return await inWorkspace(context, async (executor) => {
    const before = await getForUpdate(executor, workspaceId, id);
    await deleteCustomMetricRow(executor, workspaceId, { id: before.id, deletedAt: context.now() });
    await recordChange(executor, workspaceId, actor, {
      action: 'custom-metric.delete',
      subjectId: before.id,
      name: before.name,
      before: contentOf(before),
    });
    return null;
  });
}

function contentOf({ name, formula, format, decimals }: CustomMetricRow) {
  return { name, formula, format, decimals };
}

function validateFormula(formula: string): void {
  const reading = parseFormula(formula);
  if ('problem' in reading) throw invalidInput([{ path: 'formula', message: reading.problem }]);
}

async function getForUpdate(executor: Executor, workspaceId: string, id: string): Promise<CustomMetricRow> {
  const row = isId(id) ? await findCustomMetricForUpdate(executor, workspaceId, id) : undefined;
  return row ?? refuseMissing('custom metric');
}
