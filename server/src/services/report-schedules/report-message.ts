import type { PresentedView } from '../reports/present-report-view.ts';

// A scheduled report, ready to be written for a channel.
export type ReportMessage = {
  id: string;
  view: PresentedView;
  // PNG image of the chart.
  chart: Buffer | undefined;
  csv: { name: string; content: Buffer } | undefined;
  // True if the CSV file was left out because it is too large.
  isCsvTooLarge: boolean;
  panelLink: string;
  // Person who created the schedule.
  sender: string;
};

export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; error: string }
  | { kind: 'later'; error: string; retryAfter?: string | undefined };

export const csvTooLarge = 'The CSV file is too large to attach. Download it in the panel.';

export function formatRowCount({ rows, totalRows }: PresentedView): string {
  if (totalRows === 0) return 'No data in this time range.';
  if (rows.length < totalRows) return `First ${rows.length} of ${totalRows.toLocaleString('en')} rows.`;
  return totalRows === 1 ? '1 row.' : `${totalRows} rows.`;
}
