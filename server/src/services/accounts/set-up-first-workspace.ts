import { randomBytes } from 'node:crypto';
import { listAllWorkspaces, lockWorkspaces } from '../../store/accounts/workspaces.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { createKey } from '../keys/issue-key.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';
import { addUser } from './create-user.ts';

export type FirstAccess = { workspaceId: string; email: string; password: string; token: string };

/**
 * Creates a workspace, its owner and an API key in one transaction. Returns undefined if a workspace already exists.
 */
export async function setUpFirstWorkspace(
  context: ServiceContext,
  timezone: string,
): Promise<FirstAccess | undefined> {
  return await asSystem(context, async (transaction) => {
    // If two processes start on an empty database, the second process waits here and then finds the workspace.
    await lockWorkspaces(transaction);
    if ((await listAllWorkspaces(transaction)).length > 0) return undefined;
    const together = { ...context, transaction };
    const workspace = await createWorkspace(together, { name: 'My workspace', timezone });
    const inside = { ...together, workspaceId: workspace.id };
    const email = 'owner@waypost.local';
    const password = randomBytes(15).toString('base64url');
    await addUser(inside, { email, password, mustChangePassword: true });
    const { token } = await createKey(inside, { label: 'First key', scope: 'write', lifetimeDays: 180 });
    return { workspaceId: workspace.id, email, password, token };
  });
}
