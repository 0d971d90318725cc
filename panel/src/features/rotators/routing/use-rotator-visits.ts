import { isNewPath } from '@waypost/contract/rotators/rules-input.ts';
import { useQuery } from '@tanstack/react-query';
import type { RotatorVisits } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { formatShare } from '../../../lib/format/format-share.ts';
import { rotatorKey } from '../rotator-queries.ts';

/**
 * Visit counts as text, such as “75 visits in 7 days, 30%”. They are undefined if the counts are unknown, the rotator
 * had no visits, or the rule or path is not saved yet.
 */
export type FormattedVisits = {
  ofRule: (id: string) => string | undefined;
  ofPath: (id: string) => string | undefined;
  /** Text for the visits that matched no rule. */
  ofDefault: string | undefined;
};

export function useRotatorVisits(rotatorId: string): FormattedVisits {
  const { workspace, api, may } = useWorkspace();
  const { data } = useQuery({
    queryKey: rotatorKey(workspace.id, rotatorId, 'visits'),
    queryFn: ({ signal }) => api.countRotatorVisits(rotatorId, { signal }),
    enabled: may('reports.read'),
    staleTime: 60_000,
    // The request is not retried, because the editor works without the counts.
    retry: false,
  });
  return formatVisits(data);
}

export function formatVisits(
  counted: Pick<RotatorVisits, 'visits' | 'rules' | 'paths'> | undefined,
): FormattedVisits {
  if (counted === undefined || counted.visits === 0)
    return { ofRule: () => undefined, ofPath: () => undefined, ofDefault: undefined };
  const rules = new Map(counted.rules.map(({ ruleId, visits }) => [ruleId, visits]));
  const paths = new Map(counted.paths.map(({ pathId, visits }) => [pathId, visits]));
  const format = (visits = 0) =>
    visits === 0
      ? 'no visits in 7 days'
      : `${visits.toLocaleString('en')} ${visits === 1 ? 'visit' : 'visits'} in 7 days, ${formatShare((visits / counted.visits) * 100)}`;
  // Unsaved rules and paths cannot have any visits yet.
  const ofSaved = (id: string, visits: number | undefined) => (isNewPath(id) ? undefined : format(visits));
  return {
    ofRule: (id) => ofSaved(id, rules.get(id)),
    ofPath: (id) => ofSaved(id, paths.get(id)),
    ofDefault: format(rules.get(null)),
  };
}
