import { listWorkspacesOfUser } from '../../store/accounts/memberships.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange, type Change } from '../audit/record-change.ts';
import { asSystem, type Actor, type ServiceContext, type WorkspaceContext } from '../context.ts';
import type { WithAccounts } from '../tools.ts';

export type Client = {
  address: string;
  userAgent: string;
  browserToken?: string;
};

export type PersonActor = Extract<Actor, { type: 'user' }>;

/**
 * Context of a signed-in person in the requested workspace or, if no workspace is requested, in the workspace that the
 * person used last.
 */
export type SignedInContext = WorkspaceContext &
  Client &
  WithAccounts & { actor: PersonActor; sessionId: string };

/** Context of a caller who has not been authenticated. Its actor does not identify anyone. */
export type AnonymousContext = ServiceContext & Client & WithAccounts;

/**
 * Returns a link with the token in its fragment. Browsers do not send the fragment, so the token never reaches a log.
 */
export function buildLink(panelUrl: string, page: 'reset' | 'invite', token: string): string {
  return `${panelUrl}/${page}#token=${token}`;
}

export async function namesOfWorkspaces(context: ServiceContext, userId: string): Promise<string[]> {
  const workspaces = await asSystem(context, (executor) => listWorkspacesOfUser(executor, userId));
  return workspaces.map(({ name }) => name);
}

/** Writes a change that is not specific to one workspace to the audit log of every workspace of the person. */
export async function recordForPerson(
  executor: Executor,
  person: { id: string; email: string },
  action: string,
  { by, ...what }: { by?: Actor } & Pick<Change, 'before' | 'after' | 'details'> = {},
): Promise<void> {
  for (const workspace of await listWorkspacesOfUser(executor, person.id)) {
    const themselves: Actor = { type: 'user', id: person.id, label: person.email, role: workspace.role };
    await recordChange(executor, workspace.id, by ?? themselves, {
      action,
      subjectId: person.id,
      name: person.email,
      ...what,
    });
  }
}
