import type { Executor } from '../../store/database.ts';
import { listWorkspacesOfUser } from '../../store/memberships.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../context.ts';

/** A change of a person who stands in no workspace at that moment: a line in the log of each that they belong to. */
export async function recordForPerson(
  executor: Executor,
  person: { id: string; email: string },
  action: string,
  by?: Actor,
): Promise<void> {
  for (const workspace of await listWorkspacesOfUser(executor, person.id)) {
    const themselves: Actor = { type: 'user', id: person.id, label: person.email, role: workspace.role };
    await recordChange(executor, workspace.id, by ?? themselves, { action, subjectId: person.id });
  }
}
