import { newSourceWithTokens, newTrafficSource } from '@waypost/contract/traffic-sources.ts';
import { newId } from '../../platform/ids.ts';
import { insertTrafficSource } from '../../store/records/traffic-sources.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { saveRecordVersion } from '../records/save-record-version.ts';
import { readPostbackUrl, trafficSourceRecord, updateTrafficSource } from './traffic-sources.ts';

export async function createTrafficSource(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'traffic-sources.write');
  const given = parseInput(newTrafficSource, input);
  const content = {
    name: given.name,
    clickIdParam: given.clickIdParam ?? null,
    costParam: given.costParam ?? null,
    postbackUrl: readPostbackUrl(context, given.postbackUrl),
    clickIdMacro: given.clickIdMacro ?? null,
    costMacro: given.costMacro ?? null,
  };
  const source = { id: newId(), ...content, createdAt: context.now() };
  await inWorkspace(context, async (executor) => {
    await insertTrafficSource(executor, context.workspaceId, source);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'traffic-source.create',
      subjectId: source.id,
      name: source.name,
      version: 1,
      after: content,
    });
    await saveRecordVersion(executor, context, trafficSourceRecord, source.id);
  });
  return { id: source.id };
}

/** Creates a traffic source with all fields, including fields that the public API does not have, in one transaction. */
export async function addTrafficSource(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  const { tokens, currency, postbackMethod, postbackHeaders, postbackBody, ...source } = parseInput(
    newSourceWithTokens,
    input,
  );
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const created = await createTrafficSource(within, source);
    const more = { tokens, currency, postbackMethod, postbackHeaders, postbackBody };
    await updateTrafficSource(within, created.id, more);
    return created;
  });
}
