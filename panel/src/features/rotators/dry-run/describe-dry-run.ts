import type { DryRun } from '../../../lib/api/api.ts';
import { formatShare } from '../../../lib/format/format-share.ts';

type Result = NonNullable<DryRun['result']>;
type Share = Result['changed'];

export function count(visits: number): string {
  return visits.toLocaleString('en');
}

function formatPart({ visits, share, error }: Share): string {
  return `${count(visits)} (${formatShare(share)}${error === 0 ? '' : ` ± ${error.toFixed(2)}`})`;
}

/** Describes the result of a dry run: a title, then one sentence for each aspect that applies. */
export function describeDryRun(
  result: Omit<Result, 'moves' | 'groups' | 'paths' | 'labels' | 'movesLeftOut'>,
): string[] {
  const { changed, judged, looked, recorded, capped, unrecorded } = result;
  return [
    `${formatPart(changed)} of ${count(judged)} visits would take a different path`,
    looked < recorded
      ? `Sample of ${count(looked)} from ${count(recorded)} visits. Margins of error are at the 95% confidence level.`
      : `All ${count(recorded)} visits in the time range.`,
    ...describeSamePath(result),
    ...compareWithSaved(result),
    ...(capped === 0
      ? []
      : [
          `${count(capped)} of ${count(looked)} visits (${formatShare((capped / looked) * 100)}) were not evaluated because a cap redirected them and their original path was not recorded.`,
        ]),
    ...unrecorded.map(
      ({ field, visits }) =>
        `${count(visits)} of ${count(looked)} visits were not evaluated because a rule uses ${field}, which was not recorded for them.`,
    ),
  ];
}

function describeSamePath({
  otherRule,
  otherLanding,
  otherOffer,
}: Pick<Result, 'otherRule' | 'otherLanding' | 'otherOffer'>): string[] {
  const changes = [
    ...(otherRule === 0 ? [] : [`${count(otherRule)} with a different rule`]),
    ...(otherLanding === 0 ? [] : [`${count(otherLanding)} with a different landing page`]),
    ...(otherOffer === 0 ? [] : [`${count(otherOffer)} with a different offer`]),
  ];
  return changes.length === 0 ? [] : [`On the same path: ${changes.join(', ')}.`];
}

function compareWithSaved({ fromSaved, bySaved }: Pick<Result, 'fromSaved' | 'bySaved'>): string[] {
  return [
    ...(fromSaved === null
      ? []
      : [
          fromSaved.visits === 0
            ? 'With the saved rules, all of these visits would take the same paths as in this dry run.'
            : `${formatPart(fromSaved)} would take a different path than with the saved rules.`,
        ]),
    ...(bySaved === null || bySaved.visits === 0
      ? []
      : [
          `With the saved rules, ${formatPart(bySaved)} would take a different path than they actually did, because the rules have changed since then.`,
        ]),
  ];
}
