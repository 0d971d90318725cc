import { randomBytes } from 'node:crypto';
import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { newId } from '../../platform/ids.ts';
import { beginSession } from '../../services/accounts/begin-session.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { insertMembership } from '../../store/accounts/memberships.ts';
import { insertUser } from '../../store/accounts/users.ts';

/**
 * Creates a signed-in person with this role and returns the session token. Skips the password, because hashing is slow.
 */
export async function makeSession(context: WorkspaceContext, role: MemberRole): Promise<string> {
  const { workspaceId } = context;
  const id = newId();
  const email = `${role}-${randomBytes(6).toString('hex')}@example.com`;
  const client = { address: '192.0.2.7', userAgent: 'test' };
  return await context.database.asSystem(async (executor) => {
    await insertUser(executor, { id, email, passwordHash: '$argon2id$none' });
    await insertMembership(executor, workspaceId, { userId: id, role });
    const actor = { type: 'user', id, label: email, role } as const;
    const session = await beginSession(executor, { actor, workspaceId, client }, 'sign-in', context.now());
    return session.token;
  });
}
