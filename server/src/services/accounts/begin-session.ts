import { networkOf } from '../../domain/address-network.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { deleteSession, insertSession, replaceSessionToken } from '../../store/accounts/sessions.ts';
import type { Executor } from '../../store/database/database.ts';
import type { SessionOrigin } from '../../store/database/schema.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Client, PersonActor, SignedInContext } from './account-context.ts';
import type { SessionCaller } from './authenticate-session.ts';
import { rememberBrowser, type IssuedBrowser } from './known-browsers.ts';
import { issueToken } from './link-token.ts';
import { absoluteMs } from './sessions.ts';

export type IssuedSession = { token: string; expiresAt: Date; browser?: IssuedBrowser };

const userAgentLengthMax = 300;

/**
 * Issues a new token and ends the browser's previous session. The browser no longer has the token of that session, but
 * anyone who copied the token could still use it.
 */
export async function beginSession(
  executor: Executor,
  who: { actor: PersonActor; workspaceId: string; client: Client & { caller?: SessionCaller } },
  begunBy: SessionOrigin,
  now: Date,
): Promise<IssuedSession> {
  const { actor, workspaceId, client } = who;
  if (client.caller !== undefined) await endSessionBefore(executor, client.caller);
  const { token, tokenHash } = issueToken();
  const session = {
    id: newId(),
    userId: actor.id,
    workspaceId,
    tokenHash,
    userAgent: printable(client.userAgent),
    network: networkOf(client.address, { ipv4: 24, ipv6: 48 }) ?? null,
    begunBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + absoluteMs),
  };
  await insertSession(executor, session);
  await recordChange(executor, workspaceId, actor, {
    action: 'session.create',
    subjectId: session.id,
    name: actor.label,
    details: { begunBy, network: session.network },
  });
  const browser = await rememberBrowser(executor, actor.id, client, now);
  return { token, expiresAt: session.expiresAt, browser };
}

async function endSessionBefore(
  executor: Executor,
  { actor, sessionId, workspaceId }: SessionCaller,
): Promise<void> {
  if (await deleteSession(executor, actor.id, sessionId))
    await recordChange(executor, workspaceId, actor, {
      action: 'session.end',
      subjectId: sessionId,
      name: actor.label,
    });
}

function printable(text: string): string {
  return Array.from(text.replaceAll(/[^\x20-\x7e]/g, '?'))
    .slice(0, userAgentLengthMax)
    .join('');
}

/**
 * Issues a new token after a change in privileges. The expiry time stays the same, so that renewal cannot extend a
 * session.
 */
export async function renewSession(
  executor: Executor,
  context: Pick<SignedInContext, 'actor' | 'sessionId'>,
  workspaceId?: string,
): Promise<IssuedSession> {
  const { token, tokenHash } = issueToken();
  const session = {
    id: context.sessionId,
    userId: context.actor.id,
    ...(workspaceId === undefined ? {} : { workspaceId }),
  };
  const renewed = await replaceSessionToken(executor, session, tokenHash);
  if (renewed === undefined) throw sessionEnded();
  return { token, expiresAt: renewed.expiresAt };
}

export function sessionEnded(): WaypostError {
  return new WaypostError('UNAUTHORIZED', 'The session has ended. Sign in again.', {
    reason: 'not-signed-in',
  });
}
