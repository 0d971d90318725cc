import { isCustomMetricId, type AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import {
  describeBuiltInMetric,
  describeCustomMetric,
  type MetricInfo,
} from '@waypost/contract/reports/describe-metric.ts';
import { isMetricId } from '@waypost/contract/reports/report-metrics.ts';
import { listCustomMetricRows } from '../../store/records/custom-metrics.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';

// Returns a function that describes built-in metrics and, if the report uses any, the custom metrics of the workspace.
export async function getMetricDescriber(
  context: WorkspaceContext,
  used: readonly string[],
): Promise<(id: AnyMetricId) => MetricInfo> {
  const { workspaceId } = context;
  const rows = used.some(isCustomMetricId)
    ? await readInWorkspace(context, 'lookup', (executor) => listCustomMetricRows(executor, workspaceId))
    : [];
  const custom = new Map(rows.map((row) => [`custom${row.number}`, row]));
  return (id) => (isMetricId(id) ? describeBuiltInMetric(id) : describeCustomMetric(custom.get(id)));
}
