import type { DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import { formatPathName } from '@waypost/contract/rotators/path-name.ts';
import type { Tallied } from '../../../domain/replay/tally.ts';
import { isId } from '../../../platform/ids.ts';
import { listLabels } from '../../../store/records/labels.ts';
import { readInWorkspace, type WorkspaceContext } from '../../context.ts';
import type { WithTraffic } from '../../tools.ts';
import { clickIdFinder } from '../../events-feed/click-id-finder.ts';
import type { DryRunRules } from './read-dry-run-rules.ts';

export async function presentTally(
  context: WorkspaceContext & WithTraffic,
  { named }: DryRunRules,
  { tallied, span }: { tallied: Tallied; span: Pick<DryRunResult, 'from' | 'to'> },
): Promise<DryRunResult> {
  const examples = tallied.moves.flatMap((move) => move.examples);
  const clickIdOf = await clickIdFinder(context)(examples);
  const pathIds = tallied.paths.map(({ pathId }) => pathId).filter(isId);
  const sourceIds = tallied.groups.trafficSource.flatMap(({ value }) => value ?? []);
  const labels = await readInWorkspace(context, 'list', (executor) =>
    listLabels(executor, context.workspaceId, [
      { dimension: 'path', ids: pathIds },
      { dimension: 'trafficSource', ids: sourceIds },
    ]),
  );
  const own = named.flatMap(({ rules, paths }) => [
    ...rules,
    ...paths.map((path) => ({ id: path.id, name: formatPathName(path) })),
  ]);
  return {
    ...span,
    ...tallied,
    moves: tallied.moves.map((move) => ({
      ...move,
      examples: move.examples.map(({ visitId, campaignId, timeMs }) => ({
        clickId: clickIdOf({ visitId, campaignId }),
        visitId,
        time: new Date(timeMs).toISOString(),
      })),
    })),
    // Names in the draft override saved names.
    labels: Object.fromEntries([...labels, ...own].map(({ id, name }) => [id, name])),
  };
}
