import { WaypostError } from '../../platform/errors.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { Entry } from './entries.ts';
import { kindFacts, kinds, type Kind } from './kinds.ts';
import { listReferences } from './list-references.ts';
import type { PlanStep, ToArchive } from './plan.ts';

type Candidates = { workspace: DescribedWorkspace; steps: PlanStep[]; pruned: ToArchive[] };

/**
 * Orders the records so that each record is archived before the records that it uses. A record that pruning would
 * archive but that is still in use is kept, with a warning. Throws if the files archive a record that they also use.
 */
export function orderArchiving({ workspace, steps, pruned }: Candidates): {
  order: ToArchive[];
  warnings: string[];
} {
  const final = finalEntries(workspace, steps);
  const wanted = steps
    .filter(({ entry }) => entry.status === 'archived')
    .map(({ kind, entry }) => ({ kind, key: entry.key, isPruned: false }));
  // Campaigns come first, because most other records can be archived only after the campaigns that use them.
  const waiting = new Set([...wanted, ...pruned].toSorted((a, b) => rank(b) - rank(a)));
  const archived = new Set(
    [...final].filter(([, one]) => one.entry.status === 'archived').map(([ref]) => ref),
  );
  for (const { kind, key } of waiting) archived.delete(recordRef(kind, key));
  const users = listUsers(final);
  const order: ToArchive[] = [];
  for (let before = -1; before !== order.length;) {
    before = order.length;
    for (const one of waiting) {
      const ref = recordRef(one.kind, one.key);
      if (findBlockers(ref, users, archived).length > 0) continue;
      archived.add(ref);
      waiting.delete(one);
      order.push(one);
    }
  }
  return { order, warnings: [...waiting].map((one) => describeBlocked(one, users, archived)) };
}

type RecordRef = string;
type KindEntry = { kind: Kind; entry: Entry };

function recordRef(kind: Kind, key: string): RecordRef {
  return `${kind} ${key}`;
}

function rank({ kind }: ToArchive): number {
  return kinds.indexOf(kind);
}

function finalEntries(workspace: DescribedWorkspace, steps: PlanStep[]): Map<RecordRef, KindEntry> {
  const all = kinds.flatMap((kind): KindEntry[] =>
    [...workspace.records[kind].values()].map(({ entry }) => ({ kind, entry })),
  );
  return new Map(
    [...all, ...steps.map(({ kind, entry }) => ({ kind, entry }))].map((item) => [
      recordRef(item.kind, item.entry.key),
      item,
    ]),
  );
}

type User = KindEntry & { ref: RecordRef };

/**
 * Lists the records that refer to each record. References in conditions are left out, because they do not prevent
 * archiving.
 */
function listUsers(final: Map<RecordRef, KindEntry>): Map<RecordRef, User[]> {
  const users = new Map<RecordRef, User[]>();
  for (const [ref, item] of final) {
    for (const { kind, key, isCondition } of listReferences(item.kind, item.entry)) {
      if (isCondition) continue;
      const target = recordRef(kind, key);
      const known = users.get(target) ?? [];
      users.set(target, known);
      known.push({ ref, ...item });
    }
  }
  return users;
}

/** Lists the records that prevent archiving. These include archived rotators, because a rotator may be restored. */
function findBlockers(
  ref: RecordRef,
  users: Map<RecordRef, User[]>,
  archived: ReadonlySet<RecordRef>,
): User[] {
  return (users.get(ref) ?? []).filter((user) => user.kind === 'rotators' || !archived.has(user.ref));
}

function describeBlocked(
  one: ToArchive,
  users: Map<RecordRef, User[]>,
  archived: ReadonlySet<RecordRef>,
): string {
  const [user] = findBlockers(recordRef(one.kind, one.key), users, archived);
  const by = user === undefined ? '' : ` by ${kindFacts[user.kind].label} ${JSON.stringify(user.entry.key)}`;
  const what = `${kindFacts[one.kind].label} ${JSON.stringify(one.key)}`;
  if (one.isPruned) return `${what} was not archived because it is used${by}`;
  throw new WaypostError('CONFLICT', `Cannot archive ${what}: it is used${by}`, { reason: 'in-use' });
}
