import { invitationAcceptance } from '@waypost/contract/accounts/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { consumeInvitation, type TokenInvitation } from '../../store/accounts/invitations.ts';
import { insertMembership } from '../../store/accounts/memberships.ts';
import { insertUser } from '../../store/accounts/users.ts';
import { isDuplicate, type Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import type { PersonActor } from './account-context.ts';
import type { SessionCaller } from './authenticate-session.ts';
import { beginSession, renewSession } from './begin-session.ts';
import { deadInvitation, openInvitation } from './invitations.ts';
import { queueKeyOf, identifyRequester } from './known-browsers.ts';
import { proveIdentity, secondFactorNeeded } from './prove-identity.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import { wrongCredentials, type SignInContext, type SignInOutcome } from './sign-in.ts';

/** Accepts the invitation only once, even if several requests use its token at the same time. */
async function acceptMembership(
  executor: Executor,
  invitation: TokenInvitation,
  person: { id: string; email: string },
  now: Date,
): Promise<PersonActor> {
  const { id, workspaceId, role } = invitation;
  if (!(await consumeInvitation(executor, id, now))) throw deadInvitation();
  await insertMembership(executor, workspaceId, { userId: person.id, role }).catch((error: unknown) => {
    throw isDuplicate(error)
      ? new WaypostError('CONFLICT', 'You are already a member of this workspace', {
          reason: 'member-already',
        })
      : error;
  });
  const actor: PersonActor = { type: 'user', id: person.id, label: person.email, role };
  await recordChange(executor, workspaceId, actor, {
    action: 'invitation.accept',
    subjectId: id,
    name: person.email,
    after: { role },
    details: { role },
  });
  return actor;
}

type InvitationCredentials = { password?: string | undefined; code?: string | undefined };

/**
 * Makes the invited person a member and moves their session to the workspace. Someone without an account sets a
 * password, someone with an account enters their password, and someone who is signed in needs no password. The link
 * alone is not enough for an existing account, because other people may be able to read the mail.
 */
export async function acceptInvitation(context: SignInContext, input: unknown): Promise<SignInOutcome> {
  const { token, ...given } = parseInput(invitationAcceptance, input);
  const { invitation, isKnown } = await openInvitation(context, token);
  const { caller } = context;
  if (caller !== undefined && given.password === undefined)
    return await acceptSignedIn(context, invitation, caller);
  if (given.password === undefined)
    throw invalidInput([
      {
        path: 'password',
        message: isKnown ? 'is required unless you are signed in' : 'is required; choose a password',
      },
    ]);
  return isKnown
    ? await acceptAsExistingUser(context, invitation, { ...given, password: given.password })
    : await acceptAsNewUser(context, invitation, given.password);
}

async function acceptSignedIn(
  context: SignInContext,
  invitation: TokenInvitation,
  caller: SessionCaller,
): Promise<SignInOutcome> {
  if (caller.actor.label.toLowerCase() !== invitation.email.toLowerCase())
    throw new WaypostError(
      'FORBIDDEN',
      'This invitation is for a different email address. Sign in with that address.',
      { reason: 'other-person' },
    );
  const session = await asSystem(context, async (executor) => {
    await acceptMembership(
      executor,
      invitation,
      { id: caller.actor.id, email: caller.actor.label },
      context.now(),
    );
    return await renewSession(executor, caller, invitation.workspaceId);
  });
  return { session };
}

async function acceptAsExistingUser(
  context: SignInContext,
  invitation: TokenInvitation,
  given: InvitationCredentials & { password: string },
): Promise<SignInOutcome> {
  const proof = {
    requester: await identifyRequester(context, invitation.email),
    email: invitation.email,
    ...given,
    secondFactor: 'required',
    refuse: wrongCredentials,
  } as const;
  const session = await proveIdentity(context, proof, (executor, account) =>
    enter(executor, context, invitation, account),
  );
  return session === secondFactorNeeded ? { secondFactor: 'needed' } : { session };
}

async function acceptAsNewUser(
  context: SignInContext,
  invitation: TokenInvitation,
  password: string,
): Promise<SignInOutcome> {
  const { email, workspaceName } = invitation;
  const lane = queueKeyOf(context);
  await requireStrongPassword({ path: 'password', password, email, workspaces: [workspaceName] }, lane);
  const passwordHash = await hashPassword(password, lane);
  const person = { id: newId(), email: invitation.email };
  const session = await asSystem(context, async (executor) => {
    await insertUser(executor, { ...person, passwordHash }).catch((error: unknown) => {
      throw isDuplicate(error) ? deadInvitation() : error;
    });
    return await enter(executor, context, invitation, person);
  });
  return { session };
}

async function enter(
  executor: Executor,
  context: SignInContext,
  invitation: TokenInvitation,
  person: { id: string; email: string },
) {
  const now = context.now();
  const actor = await acceptMembership(executor, invitation, person, now);
  const who = { actor, workspaceId: invitation.workspaceId, client: context };
  return await beginSession(executor, who, 'invitation', now);
}
