import { giveKeys } from '../../domain/configuration/give-keys.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import { kinds, type Kind } from './kinds.ts';
import type { PlanStep, ToArchive } from './plan.ts';

export type WrongKey = { kind: Kind; key: string; actual: string };

/**
 * Finds records whose key after the import would differ from the key in the files. Keys follow the creation order,
 * which an import cannot change for existing records.
 */
export function findWrongKeys(
  workspace: DescribedWorkspace,
  steps: readonly PlanStep[],
  archiving: readonly ToArchive[],
): WrongKey[] {
  return kinds.flatMap((kind) => {
    const ofKind = new Map(steps.filter((step) => step.kind === kind).map((step) => [step.entry.key, step]));
    const goes = new Set(archiving.filter((one) => one.kind === kind).map(({ key }) => key));
    // Existing records come first, in creation order, followed by new records.
    const all = [
      ...[...workspace.records[kind].values()].map(({ entry }) => ofKind.get(entry.key)?.entry ?? entry),
      ...[...ofKind.values()].filter(({ before }) => before === undefined).map(({ entry }) => entry),
    ];
    const isArchived = ({ key, status }: { key: string; status: string }) =>
      status === 'archived' || goes.has(key);
    const active = all.filter((entry) => !isArchived(entry));
    const archived = all.filter(isArchived);
    const activeKeys = giveKeys(active.map(({ name }) => name));
    const archivedKeys = giveKeys(
      archived.map(({ name }) => name),
      activeKeys,
    );
    const keys = [...activeKeys, ...archivedKeys];
    return [...active, ...archived].flatMap(({ key }, index) => {
      const actual = keys[index] ?? key;
      return actual === key || !ofKind.has(key) ? [] : [{ kind, key, actual }];
    });
  });
}
