/** Every end that a cost entry can come to when it is brought in, with the sentence that people read. */
export const costVerdicts = {
  entered: 'It is entered, and will be spread over its visits.',
  duplicate: 'The same entry is there already, and nothing changed.',
  invalid: 'It cannot be read.',
  'unknown-campaign': 'The workspace has no such campaign.',
  'ambiguous-campaign': 'Several campaigns have this name: the id says which is meant.',
  'open-period': 'Its period is not over, or ended less than two minutes ago: visits may still come in.',
  'unknown-currency': 'The workspace has no rate for its currency.',
  overlap: 'Another entry lies on some of its visits: withdraw that one, or replace it.',
  'no-visits': 'No recorded visit matches it.',
} as const;
type CostVerdict = keyof typeof costVerdicts;

/** Why an entry was not taken. */
export type CostProblem = { verdict: CostVerdict; message: string; overlapping?: string[] };

export function costProblem(verdict: CostVerdict, message: string = costVerdicts[verdict]): CostProblem {
  return { verdict, message };
}
