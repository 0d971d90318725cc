import { WaypostError } from '../../platform/errors.ts';

export const costVerdicts = {
  entered: 'Saved. The amount will be distributed over the matching visits.',
  duplicate: 'The same entry already exists. Nothing changed.',
  invalid: 'Invalid entry.',
  'unknown-campaign': 'Campaign not found.',
  'ambiguous-campaign': 'Several campaigns have this name. Use the campaign ID.',
  'open-period': 'The time range has not ended, or ended less than two minutes ago. Try again later.',
  'unknown-currency': 'The workspace has no exchange rate for this currency.',
  overlap:
    'Another entry already covers some of these visits. Reverse that entry first, or use the mode correct or replace.',
  replaced: 'A later entry has replaced these costs. Reverse the later entry first.',
  'no-visits': 'No visits match this entry.',
} as const;
type CostVerdict = keyof typeof costVerdicts;

export type CostProblem = { verdict: CostVerdict; message: string; overlapping?: readonly string[] };

export function costConflict(
  verdict: 'overlap' | 'replaced' | 'duplicate',
  others: readonly { id: string }[],
): CostProblem & { overlapping: readonly string[] } {
  return { ...costProblem(verdict), overlapping: others.map(({ id }) => id) };
}

export function costProblem(verdict: CostVerdict, message: string = costVerdicts[verdict]): CostProblem {
  return { verdict, message };
}

export function asConflict({ verdict, message, overlapping }: CostProblem): WaypostError {
  return new WaypostError('CONFLICT', message, {
    reason: verdict,
    details: { verdict, ...(overlapping === undefined ? {} : { overlapping }) },
  });
}
