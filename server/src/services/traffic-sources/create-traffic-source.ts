import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import { buildSourceOfTemplate } from '@waypost/contract/campaigns/source-templates.ts';
import { newSourceWithTokens, newTrafficSource } from '@waypost/contract/campaigns/traffic-sources.ts';
import { newId } from '../../platform/ids.ts';
import { insertTrafficSource } from '../../store/records/traffic-sources.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
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
  const { tokens, currency, ...given } = parseInput(newSourceWithTokens, input);
  const { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText, ...source } = given;
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const created = await createTrafficSource(within, source);
    const request = { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText };
    await updateTrafficSource(within, created.id, { tokens, currency, ...request });
    return created;
  });
}

/** Creates a traffic source from a template. Account-specific values are passed by placeholder name. */
export async function addSourceFromTemplate(
  context: WorkspaceContext,
  { id, values = {} }: { id: string; values?: Record<string, string> | undefined },
): Promise<{ id: string }> {
  const template = sourceTemplates.find((one) => one.id === id);
  if (template === undefined) throw invalidInput([{ path: 'id', message: 'is not the ID of a template' }]);
  const known = new Set(template.postback?.own.map(({ placeholder }) => placeholder));
  const unknown = Object.keys(values).filter((placeholder) => !known.has(placeholder));
  if (unknown.length > 0)
    throw invalidInput(
      unknown.map((placeholder) => ({
        path: `values.${placeholder}`,
        message: `is not a placeholder in this template${known.size === 0 ? ', which has none' : `; use one of ${[...known].join(', ')}`}`,
      })),
    );
  return await addTrafficSource(context, buildSourceOfTemplate(template, values));
}
