import { duplication } from '@waypost/contract/api/records.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { buildCopyName } from '../records/build-copy-name.ts';
import { copyRecordTags } from '../tags/tags.ts';
import { createRotator } from './create-rotator.ts';
import { getRotatorRules } from './rotator-rules.ts';
import { getRotatorSettings, updateRotatorSettings } from './rotator-settings.ts';
import { getRotator } from './rotators.ts';
import { saveRotatorRules } from './save-rotator-rules.ts';

/** Copies a rotator. The paths get new IDs, so that their traffic is counted separately. */
export async function duplicateRotator(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'rotators.manage');
  const { name } = parseInput(duplication, input);
  return await inWorkspace(context, async (transaction) => {
    const within = { ...context, transaction };
    const { name: original, shared, country } = await getRotator(within, id);
    const copy = await createRotator(within, { name: name ?? buildCopyName(original), shared, country });
    const { version: _, ...settings } = await getRotatorSettings(within, id);
    await updateRotatorSettings(within, copy.id, settings);
    const { version } = await getRotatorRules(within, copy.id);
    const { defaultPathId, rules, paths } = await getRotatorRules(within, id);
    await saveRotatorRules(within, copy.id, {
      version,
      defaultPathId: newPath(defaultPathId),
      rules: rules.map(({ id: __, ...rule }) => ({
        ...rule,
        paths: rule.paths.map(({ pathId, weight }) => ({ pathId: newPath(pathId), weight })),
      })),
      paths: paths.map((path) => ({ ...path, id: newPath(path.id) })),
    });
    await copyRecordTags(within, { type: 'rotator', from: id, to: copy.id });
    return copy;
  });
}

function newPath(id: string): string {
  return `new-${id}`;
}
