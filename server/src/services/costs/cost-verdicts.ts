import { WaypostError } from '../../platform/errors.ts';

/** Every end that a cost entry can come to when it is brought in, with the sentence that people read. */
export const costVerdicts = {
  entered: 'It is entered, and will be spread over its visits.',
  duplicate: 'The same entry is there already, and nothing changed.',
  invalid: 'It cannot be read.',
  'unknown-campaign': 'The workspace has no such campaign.',
  'ambiguous-campaign': 'Several campaigns have this name: the id says which is meant.',
  'open-period': 'Its period is not over, or ended less than two minutes ago: visits may still come in.',
  'unknown-currency': 'The workspace has no rate for its currency.',
  overlap:
    'Another entry lies on some of its visits: withdraw that one, or correct or replace what they cost.',
  replaced: 'A later entry has replaced what it charges: withdraw that one first.',
  'no-visits': 'No recorded visit matches it.',
} as const;
type CostVerdict = keyof typeof costVerdicts;

/** Why an entry was not taken. */
export type CostProblem = { verdict: CostVerdict; message: string; overlapping?: readonly string[] };

/** Entries are in the way of what is asked for, or are it already. */
export function costInTheWay(
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
