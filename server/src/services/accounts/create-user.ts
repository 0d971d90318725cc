import { memberRole, type MemberRole } from '@waypost/contract/accounts/access.ts';
import { z } from 'zod';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword, verifyPassword } from '../../platform/password-hash.ts';
import { insertMembership, listMemberships } from '../../store/accounts/memberships.ts';
import { findUserByEmail, insertUser } from '../../store/accounts/users.ts';
import { isDuplicate, type Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import { requireStrongPassword } from './require-strong-password.ts';

const newUser = z.strictObject({
  email: z.email('must be an email address').max(320),
  password: z.string(),
  role: memberRole.optional(),
  /** True if the person chose the password. Any other password has to be changed at the first sign-in. */
  keepPassword: z.boolean().optional(),
});

const operatorLane = 'operator';

export type CreatedUser = { id: string; email: string; role: MemberRole };

/**
 * Adds a person to the workspace. If no role is given, the first member becomes the owner, and everyone else becomes a
 * member. A person from another workspace joins with their existing password.
 */
export async function createUser(
  context: WorkspaceContext,
  input: z.input<typeof newUser>,
): Promise<CreatedUser> {
  requirePermission(context.actor, 'users.create');
  const given = parseInput(newUser, input);
  const { workspace, known } = await asSystem(context, async (executor) => ({
    workspace: await getWorkspace(executor, context.workspaceId),
    known: await findUserByEmail(executor, given.email),
  }));
  if (known === undefined)
    await requireStrongPassword({ path: 'password', ...given, workspaces: [workspace.name] }, operatorLane);
  return await addUser(context, { ...given, mustChangePassword: given.keepPassword !== true });
}

type AddedUser = {
  email: string;
  password: string;
  role?: MemberRole | undefined;
  mustChangePassword?: boolean;
};

/** Adds a person without checking the strength of the password, for passwords made of random bytes. */
export async function addUser(
  context: WorkspaceContext,
  { email, password, role, mustChangePassword = false }: AddedUser,
): Promise<CreatedUser> {
  requirePermission(context.actor, 'users.create');
  const passwordHash = await hashPassword(password, operatorLane);
  return await asSystem(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    const members = await listMemberships(executor, context.workspaceId);
    const userId = await findOrInsertUser(executor, { email, password, passwordHash, mustChangePassword });
    if (members.some((member) => member.userId === userId))
      throw new WaypostError('CONFLICT', `${email} is already a member of this workspace`, {
        reason: 'member-already',
      });
    const given = role ?? (members.length === 0 ? 'owner' : 'member');
    await insertMembership(executor, context.workspaceId, { userId, role: given });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'user.create',
      subjectId: userId,
      name: email,
      after: { email, role: given },
      details: { email, role: given },
    });
    return { id: userId, email, role: given };
  });
}

async function findOrInsertUser(
  executor: Executor,
  person: { email: string; password: string; passwordHash: string; mustChangePassword: boolean },
): Promise<string> {
  const known = await findUserByEmail(executor, person.email);
  if (known === undefined) {
    const id = newId();
    const { email, passwordHash, mustChangePassword } = person;
    await insertUser(executor, { id, email, passwordHash, mustChangePassword }).catch((error: unknown) => {
      throw isDuplicate(error)
        ? new WaypostError('CONFLICT', `${person.email} was added by someone else at the same time`, {
            reason: 'added-meanwhile',
            cause: error,
          })
        : error;
    });
    return id;
  }
  if (await verifyPassword(person.password, known.passwordHash, operatorLane)) return known.id;
  throw new WaypostError(
    'CONFLICT',
    `${person.email} already has an account with a different password. Enter that password.`,
    { reason: 'other-password' },
  );
}
