import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { isId } from '../../platform/ids.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { replaceInTree } from './condition-names.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import { kindFacts, kinds, type Kind } from './kinds.ts';

export class RecordIds {
  readonly #ids = new Map<string, string>();

  constructor(workspace: DescribedWorkspace) {
    for (const kind of kinds)
      for (const { id, entry } of workspace.records[kind].values()) this.set(kind, entry.key, id);
  }

  set(kind: Kind, key: string, id: string): void {
    this.#ids.set(`${kind} ${key}`, id);
  }

  find(kind: Kind, key: string): string | undefined {
    return this.#ids.get(`${kind} ${key}`);
  }

  get(kind: Kind, key: string): string {
    return this.find(kind, key) ?? refuseMissing(`${kindFacts[kind].label}: ${JSON.stringify(key)}`);
  }

  getOrNull(kind: Kind, key: string | null): string | null {
    return key === null ? null : this.get(kind, key);
  }

  /**
   * Replaces keys in conditions with IDs and keeps unknown IDs. Returns undefined if the conditions refer to a record
   * that does not exist yet.
   */
  conditions(tree: ConditionTree | null): ConditionTree | null | undefined {
    let isComplete = true;
    const replaced = replaceInTree(tree, (kind, key) => {
      const id = this.find(kind, key);
      if (id !== undefined) return id;
      if (!isId(key)) isComplete = false;
      return key;
    });
    return isComplete ? replaced : undefined;
  }
}
