import { landingChange } from '@waypost/contract/landings.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { updateRecord } from '../records/update-record.ts';
import { landingRecord } from './landing-record.ts';

/** Changes what is given and nothing else. */
export async function updateLanding(context: WorkspaceContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  const { name, url, country, status } = parseInput(landingChange, input);
  await updateRecord(context, landingRecord, id, { given: { name, url, country, status } });
}
