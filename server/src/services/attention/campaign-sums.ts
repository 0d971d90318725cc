import { definitionForm } from '@waypost/contract/reports/report-forms.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { getReport } from '../reports/get-report.ts';

const rowsMax = 1_000;

export async function sumByCampaign(
  context: WorkspaceContext & WithTraffic,
  metric: 'visits' | 'cost',
  { from, to }: { from: Date; to: Date },
): Promise<Map<string, number>> {
  const { rows } = await getReport(
    context,
    {
      from: from.toISOString(),
      to: to.toISOString(),
      dimensions: ['campaign'],
      metrics: [metric],
      sortBy: metric,
      sortDir: 'desc',
      limit: rowsMax,
    },
    { form: definitionForm },
  );
  return new Map(rows.map((row) => [String(row['campaign']), Number(row[metric])]));
}

export async function ifTrafficAvailable<Result>(query: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
