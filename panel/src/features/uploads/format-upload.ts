import type { Upload } from '../../lib/api.ts';

const number = new Intl.NumberFormat('en-GB');

/** How far a file has come, and what would become or became of it. */
export function formatUpload({ state, dryRun, progress, kind }: Upload): string {
  const { lines, taken, refused } = progress;
  const what = kind === 'costs' ? 'Costs' : 'Conversions';
  if (state === 'waiting') return `${what}: the file has not come yet.`;
  const verb = dryRun ? 'would be taken' : 'taken';
  const counts = `${number.format(taken)} of ${number.format(lines)} ${lines === 1 ? 'line' : 'lines'} ${verb}, ${number.format(refused)} refused`;
  if (state === 'reading') return `${what}: being read, ${counts} so far.`;
  if (state === 'failed') return `${what}: not read to its end, ${counts}.`;
  return dryRun ? `${what}: tried, nothing was entered; ${counts}.` : `${what}: ${counts}.`;
}
