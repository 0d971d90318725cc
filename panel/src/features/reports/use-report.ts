import type { PanelReportDefinition } from '../../lib/api/api.ts';
import type { Report } from './report.ts';
import { useComparedRows } from './use-compared-rows.ts';
import { useRowPages } from './use-row-pages.ts';
import { useVersionLabels } from './use-version-labels.ts';

export function useReport(
  definition: PanelReportDefinition,
  { compare, order }: { compare: string | undefined; order: 'change' | undefined },
): Report {
  const pages = useRowPages(definition, compare === undefined);
  const compared = useComparedRows(definition, compare, order);
  const report = compare === undefined ? pages : compared;
  return { ...report, labels: useVersionLabels(definition, report.labels) };
}
