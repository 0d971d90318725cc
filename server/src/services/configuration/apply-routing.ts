import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { giveKeys } from '../../domain/configuration/give-keys.ts';
import type { WorkspaceContext } from '../context.ts';
import { getRotatorRules } from '../rotators/rotator-rules.ts';
import { saveRotatorRules } from '../rotators/save-rotator-rules.ts';
import type { RotatorEntry } from './entries.ts';
import type { RecordIds } from './record-ids.ts';

/**
 * Saves the paths and rules of a rotator. Existing paths and rules keep their IDs, so that their traffic stays linked
 * to them. Leaves out rules that refer to campaigns not yet created. Returns false if a rule was left out. In that
 * case, the caller must call the function again once the campaigns exist.
 */
export async function applyRouting(
  context: WorkspaceContext,
  entry: RotatorEntry,
  ids: RecordIds,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const rotatorId = ids.get('rotators', entry.key);
  const before = await getRotatorRules(context, rotatorId);
  const pathIds = matchPaths(entry, before, isNew);
  const ruleIds = matchByName(
    entry.rules.map(({ name }) => name),
    before.rules,
    ({ name }) => name,
  );
  const rules = entry.rules.map(({ name, enabled, conditions, paths }, index) => ({
    id: ruleIds[index],
    name,
    enabled,
    conditions: ids.conditions(conditions),
    paths: paths.map(({ path, weight }) => ({ pathId: pathIds.get(path), weight })),
  }));
  const ready = rules.filter(({ conditions }) => conditions !== undefined);
  await saveRotatorRules(context, rotatorId, {
    version: before.version,
    defaultPathId: pathIds.get(entry.defaultPath),
    rules: ready,
    paths: entry.paths.map(({ key, name, enabled, blocks, caps, landings, offers }) => ({
      id: pathIds.get(key),
      name,
      enabled,
      blocks,
      caps,
      landings: landings.map(({ landing, ...item }) => ({
        landingId: ids.get('landings', landing),
        ...item,
      })),
      offers: offers.map(({ offer, ...item }) => ({ offerId: ids.get('offers', offer), ...item })),
    })),
  });
  return ready.length === rules.length;
}

/**
 * Matches paths in the file with existing paths. The single path of a new rotator matches the default path in the file,
 * even if the names differ.
 */
function matchPaths(entry: RotatorEntry, before: RotatorRules, isNew: boolean): Map<string, string> {
  const keys = isNew ? [entry.defaultPath] : giveKeys(before.paths.map(({ name }) => name));
  const known = new Map(before.paths.map(({ id }, index) => [keys[index], id]));
  return new Map(entry.paths.map(({ key }, index) => [key, known.get(key) ?? `new-${index}`]));
}

export function matchByName<Known extends { id: string }>(
  names: readonly string[],
  known: readonly Known[],
  nameOf: (one: Known) => string,
): (string | undefined)[] {
  const ids = new Map(giveKeys(known.map(nameOf)).map((key, index) => [key, known[index]?.id]));
  return giveKeys(names).map((key) => ids.get(key));
}
