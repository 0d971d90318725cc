import type { PanelReportDefinition } from '../../lib/api.ts';
import type { Report } from './report.ts';
import { useComparedRows } from './use-compared-rows.ts';
import { useRowPages } from './use-row-pages.ts';
import { useVersionLabels } from './use-version-labels.ts';

export function useReport(
  question: PanelReportDefinition,
  { compare, order }: { compare: string | undefined; order: 'change' | undefined },
): Report {
  const pages = useRowPages(question, compare === undefined);
  const compared = useComparedRows(question, compare, order);
  const report = compare === undefined ? pages : compared;
  return { ...report, labels: useVersionLabels(question, report.labels) };
}
