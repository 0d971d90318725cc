import { trafficSourceChange } from '@waypost/contract/traffic-sources.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { updateRecord } from '../records/update-record.ts';
import { readPostbackUrl } from './read-postback-url.ts';
import { trafficSourceRecord } from './traffic-source-record.ts';

/** Changes what is given and nothing else. */
export async function updateTrafficSource(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'traffic-sources.manage');
  const given = parseInput(trafficSourceChange, input);
  const { name, clickIdParam, costParam, clickIdMacro, costMacro, tokens, status } = given;
  const postbackUrl =
    given.postbackUrl === undefined ? undefined : readPostbackUrl(context, given.postbackUrl);
  await updateRecord(context, trafficSourceRecord, id, {
    given: { name, clickIdParam, costParam, postbackUrl, clickIdMacro, costMacro, tokens, status },
  });
}
