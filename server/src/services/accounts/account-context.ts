import { WaypostError } from '../../platform/errors.ts';
import { listWorkspacesOfUser } from '../../store/accounts/memberships.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange, type Change } from '../audit/record-change.ts';
import {
  asSystem,
  type AccountTools,
  type Actor,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';

/** Where a request comes from, for limits and the list of sessions. */
export type Client = {
  address: string;
  userAgent: string;
  /** By which the browser of somebody who signed in there before is recognized. */
  browserToken?: string;
};

export type PersonActor = Extract<Actor, { type: 'user' }>;

/** A person who is signed in, in the workspace that the request names; where it names none, the one they used last. */
export type SignedInContext = WorkspaceContext & Client & { actor: PersonActor; sessionId: string };

/** Somebody who has yet to show who they are; whatever actor stands in the context counts for nothing. */
export type AnonymousContext = ServiceContext & Client;

export function requireAccountTools(context: ServiceContext): AccountTools {
  if (context.accounts === undefined)
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'Accounts are not available in this role (start with `--role api`)',
    );
  return context.accounts;
}

/** The token stands behind the #, which browsers keep to themselves: it reaches no log on the way. */
export function buildLink(panelUrl: string, page: 'reset' | 'invite', token: string): string {
  return `${panelUrl}/${page}#token=${token}`;
}

/** What a password of the person is probably about. */
export async function namesOfWorkspaces(context: ServiceContext, userId: string): Promise<string[]> {
  const workspaces = await asSystem(context, (executor) => listWorkspacesOfUser(executor, userId));
  return workspaces.map(({ name }) => name);
}

/** A change of a person who stands in no workspace at that moment: a line in the log of each that they belong to. */
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
