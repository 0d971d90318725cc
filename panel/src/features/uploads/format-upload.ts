import { inboxVerdicts } from '@waypost/contract/conversions/inbox-verdicts.ts';
import type { Upload } from '../../lib/api/api.ts';

const number = new Intl.NumberFormat('en-GB');

export function formatUpload({ state, dryRun, progress, kind }: Upload): string {
  const { lines, taken, refused } = progress;
  const label = kind === 'costs' ? 'Costs' : 'Conversions';
  if (state === 'waiting') return `${label}: waiting for the file.`;
  const verb = dryRun ? 'would be imported' : 'imported';
  const counts = `${number.format(taken)} of ${number.format(lines)} ${lines === 1 ? 'line' : 'lines'} ${verb}, ${number.format(refused)} skipped`;
  if (state === 'reading') return `${label}: in progress, ${counts}.`;
  if (state === 'failed') return `${label}: stopped early, ${counts}.`;
  return dryRun ? `${label}: preview, ${counts}.` : `${label}: ${counts}.`;
}

const costVerdicts: Readonly<Record<string, string>> = {
  entered: 'Added',
  duplicate: 'Duplicate',
  invalid: 'Invalid line',
  'unknown-campaign': 'Campaign not found',
  'ambiguous-campaign': 'Ambiguous campaign name',
  'open-period': 'Day still in progress',
  'unknown-currency': 'No currency rate',
  overlap: 'Overlapping entry',
  replaced: 'Blocked by a later entry',
  'no-visits': 'No matching visits',
};

export function formatLineVerdict(kind: Upload['kind'], verdict: string): string {
  const labels: Readonly<Record<string, string>> = kind === 'costs' ? costVerdicts : inboxVerdicts;
  return labels[verdict] ?? verdict;
}
