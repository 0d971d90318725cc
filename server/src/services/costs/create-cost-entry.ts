import { costEntryInput, type CostEntry } from '@waypost/contract/costs.ts';
import { WaypostError } from '../../platform/errors.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import type { CostProblem } from './cost-verdicts.ts';
import { draftCost } from './draft-cost.ts';
import { enterCost } from './enter-cost.ts';
import { getCostEntry } from './get-cost-entry.ts';

/** Enters one amount; a worker spreads it over its visits. */
export async function createCostEntry(context: WorkspaceContext, input: unknown): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.write');
  const given = parseInput(costEntryInput, input);
  const draft = await draftCost(context, await getWorkspaceSettings(context), given);
  if ('verdict' in draft) throw asError(draft);
  const entered = await inWorkspace(context, (executor) =>
    enterCost(executor, context, draft, { replace: given.replace === true }),
  );
  if (!('id' in entered)) throw asError(entered);
  return await getCostEntry(context, entered.id);
}

function asError({ verdict, message, overlapping }: CostProblem): WaypostError {
  if (verdict === 'invalid') {
    const [, path = '', text = message] = /^(\w+): (.*)$/s.exec(message) ?? [];
    return invalidInput([{ path, message: text }]);
  }
  if (verdict === 'open-period') return invalidInput([{ path: 'to', message }]);
  if (verdict === 'unknown-currency') return invalidInput([{ path: 'currency', message }]);
  if (verdict === 'unknown-campaign') return new WaypostError('NOT_FOUND', 'there is no such campaign');
  return new WaypostError('CONFLICT', message, {
    details: { verdict, ...(overlapping === undefined ? {} : { overlapping }) },
  });
}
