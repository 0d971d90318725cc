import { WaypostError } from '../../platform/errors.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { Entry } from './entries.ts';
import { kindFacts, kinds, type Kind } from './kinds.ts';
import { listReferences } from './list-references.ts';
import type { Step, ToArchive } from './plan.ts';

type Candidates = { workspace: DescribedWorkspace; steps: Step[]; pruned: ToArchive[] };

/**
 * Archives records before the records that they use. A pruned record that is still in use stays, with a warning. A
 * record that the files archive although they use it is an error.
 */
export function orderArchiving({ workspace, steps, pruned }: Candidates): {
  order: ToArchive[];
  warnings: string[];
} {
  const final = finalEntries(workspace, steps);
  const wanted = steps
    .filter(({ entry }) => entry.status === 'archived')
    .map(({ kind, entry }) => ({ kind, key: entry.key, isPruned: false }));
  // Campaigns first, because most other records wait for them.
  const waiting = new Set([...wanted, ...pruned].toSorted((one, other) => rank(other) - rank(one)));
  const archived = new Set(
    [...final].filter(([, one]) => one.entry.status === 'archived').map(([place]) => place),
  );
  for (const { kind, key } of waiting) archived.delete(placeOf(kind, key));
  const users = listUsers(final);
  const order: ToArchive[] = [];
  for (let before = -1; before !== order.length;) {
    before = order.length;
    for (const one of waiting) {
      const place = placeOf(one.kind, one.key);
      if (blockersOf(place, users, archived).length > 0) continue;
      archived.add(place);
      waiting.delete(one);
      order.push(one);
    }
  }
  return { order, warnings: [...waiting].map((one) => explainStay(one, users, archived)) };
}

type Place = string;
type Placed = { kind: Kind; entry: Entry };

function placeOf(kind: Kind, key: string): Place {
  return `${kind} ${key}`;
}

function rank({ kind }: ToArchive): number {
  return kinds.indexOf(kind);
}

function finalEntries(workspace: DescribedWorkspace, steps: Step[]): Map<Place, Placed> {
  const all = kinds.flatMap((kind): Placed[] =>
    [...workspace.records[kind].values()].map(({ entry }) => ({ kind, entry })),
  );
  return new Map(
    [...all, ...steps.map(({ kind, entry }) => ({ kind, entry }))].map((placed) => [
      placeOf(placed.kind, placed.entry.key),
      placed,
    ]),
  );
}

type User = Placed & { place: Place };

/** Lists the records that refer to each record. Conditions do not prevent archiving. */
function listUsers(final: Map<Place, Placed>): Map<Place, User[]> {
  const users = new Map<Place, User[]>();
  for (const [place, placed] of final) {
    for (const { kind, key, isCondition } of listReferences(placed.kind, placed.entry)) {
      if (isCondition) continue;
      const target = placeOf(kind, key);
      const known = users.get(target) ?? [];
      users.set(target, known);
      known.push({ place, ...placed });
    }
  }
  return users;
}

/** Records in the pool of a rotator stay even if the rotator is archived, because it may be restored. */
function blockersOf(place: Place, users: Map<Place, User[]>, archived: ReadonlySet<Place>): User[] {
  return (users.get(place) ?? []).filter((user) => user.kind === 'rotators' || !archived.has(user.place));
}

function explainStay(one: ToArchive, users: Map<Place, User[]>, archived: ReadonlySet<Place>): string {
  const [user] = blockersOf(placeOf(one.kind, one.key), users, archived);
  const by = user === undefined ? '' : ` by ${kindFacts[user.kind].label} ${JSON.stringify(user.entry.key)}`;
  const what = `${kindFacts[one.kind].label} ${JSON.stringify(one.key)}`;
  if (one.isPruned) return `${what} was not archived because it is used${by}`;
  throw new WaypostError('CONFLICT', `Cannot archive ${what}: it is used${by}`, { reason: 'in-use' });
}
