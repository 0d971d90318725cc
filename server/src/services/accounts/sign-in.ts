import { signInInput } from '@waypost/contract/accounts/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { lockWorkspacesOfUser } from '../../store/accounts/memberships.ts';
import type { Account } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import { parseInput } from '../parse-input.ts';
import type { AnonymousContext } from './account-context.ts';
import { beginSession, type IssuedSession } from './begin-session.ts';
import type { SessionCaller } from './authenticate-session.ts';
import { identifyRequester } from './known-browsers.ts';
import { recordAccess } from './record-access.ts';
import { proveIdentity, secondFactorNeeded } from './prove-identity.ts';

/** Context of a sign-in. `caller` is the person who is already signed in with this browser. */
export type SignInContext = AnonymousContext & { caller?: SessionCaller };

export type SignInOutcome =
  | { session: IssuedSession; mustChangePassword?: boolean }
  | { secondFactor: 'needed' };

export async function signIn(context: SignInContext, input: unknown): Promise<SignInOutcome> {
  const given = parseInput(signInInput, input);
  const requester = await identifyRequester(context, given.email);
  const entered = await proveIdentity(
    context,
    { requester, ...given, secondFactor: 'required', refuse: wrongCredentials },
    async (executor, account) => ({
      session: await enter(executor, context, account),
      mustChangePassword: account.mustChangePassword,
    }),
  );
  return entered === secondFactorNeeded ? { secondFactor: 'needed' } : entered;
}

export function wrongCredentials(): WaypostError {
  return new WaypostError('UNAUTHORIZED', 'Wrong email address or password', {
    details: { reason: 'wrong-credentials' },
  });
}

async function enter(executor: Executor, context: SignInContext, account: Account): Promise<IssuedSession> {
  const [workspace] = await lockWorkspacesOfUser(executor, account.id);
  if (workspace === undefined)
    throw new WaypostError('FORBIDDEN', 'You no longer belong to any workspace. Ask for an invitation.', {
      details: { reason: 'no-workspace' },
    });
  const actor = { type: 'user', id: account.id, label: account.email, role: workspace.role } as const;
  const identity = { actor, workspaceId: workspace.id, client: context };
  const session = await beginSession(executor, identity, 'sign-in', context.now());
  recordAccess(context, { outcome: 'signed-in', person: account });
  return session;
}
