import type { RotatorRules } from '@waypost/contract/rotators.ts';
import { giveKeys } from '../../domain/configuration/give-keys.ts';
import type { WorkspaceContext } from '../context.ts';
import { getRotatorRules } from '../rotators/rotator-rules.ts';
import { saveRotatorRules } from '../rotators/save-rotator-rules.ts';
import type { RotatorEntry } from './entries.ts';
import type { RecordIds } from './record-ids.ts';

/**
 * Saves the paths and rules of a rotator; those that were there keep their ids, and with them their traffic. Rules that
 * speak of campaigns which are still to be made are left out; then the answer is false, and it is to be done again.
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
    paths: entry.paths.map(({ key, name, enabled, caps, landings, offers }) => ({
      id: pathIds.get(key),
      name,
      enabled,
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

/** A new rotator has one path, which becomes its default one whatever that is called. */
function matchPaths(entry: RotatorEntry, before: RotatorRules, isNew: boolean): Map<string, string> {
  const keys = isNew ? [entry.defaultPath] : giveKeys(before.paths.map(({ name }) => name));
  const known = new Map(before.paths.map(({ id }, index) => [keys[index], id]));
  return new Map(entry.paths.map(({ key }, index) => [key, known.get(key) ?? `new-${index}`]));
}

/** The ids of those that have the same names, each of equal ones its own. */
export function matchByName<Known extends { id: string }>(
  names: readonly string[],
  known: readonly Known[],
  nameOf: (one: Known) => string,
): (string | undefined)[] {
  const ids = new Map(giveKeys(known.map(nameOf)).map((key, index) => [key, known[index]?.id]));
  return giveKeys(names).map((key) => ids.get(key));
}
