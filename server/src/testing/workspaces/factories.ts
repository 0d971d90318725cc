import { randomBytes } from 'node:crypto';
import type { KeyLifetimeDays, KeyScope } from '@waypost/contract/accounts/access.ts';
import { addUser, type CreatedUser } from '../../services/accounts/create-user.ts';
import { createCampaign } from '../../services/campaigns/create-campaign.ts';
import type { ServiceContext, WorkspaceContext } from '../../services/context.ts';
import { createKey, type IssuedKey } from '../../services/keys/issue-key.ts';
import { createRotator } from '../../services/rotators/create-rotator.ts';
import { createTrafficSource } from '../../services/traffic-sources/create-traffic-source.ts';
import { createWorkspace } from '../../services/workspaces/workspaces.ts';
import type { Database } from '../../store/database/database.ts';

export function operatorContext(database: Database, now: () => Date = () => new Date()): ServiceContext {
  return { database, actor: { type: 'operator', label: 'test' }, now };
}

export async function makeWorkspace(database: Database, now?: () => Date): Promise<WorkspaceContext> {
  const context = operatorContext(database, now);
  const workspace = await createWorkspace(context, {
    name: `Test ${randomBytes(4).toString('hex')}`,
    timezone: 'Europe/Berlin',
  });
  return { ...context, workspaceId: workspace.id };
}

export async function makeKey(
  context: WorkspaceContext,
  options: { scope?: KeyScope; lifetimeDays?: KeyLifetimeDays } = {},
): Promise<IssuedKey> {
  return await createKey(context, {
    label: 'Test key',
    scope: options.scope ?? 'write',
    lifetimeDays: options.lifetimeDays ?? 30,
  });
}

export async function makeUser(
  context: WorkspaceContext,
  email = `${randomBytes(6).toString('hex')}@example.com`,
): Promise<CreatedUser & { password: string }> {
  const password = randomBytes(15).toString('base64url');
  return { ...(await addUser(context, { email, password })), password };
}

export type MadeCampaign = { id: string; trafficSourceId: string; rotatorId: string };

export async function makeCampaign(
  context: WorkspaceContext,
  options: { trafficSourceId?: string; rotatorId?: string; name?: string } = {},
): Promise<MadeCampaign> {
  const trafficSourceId =
    options.trafficSourceId ?? (await createTrafficSource(context, { name: 'Source' })).id;
  const rotatorId = options.rotatorId ?? (await createRotator(context, { name: 'Rotator' })).id;
  const { campaign } = await createCampaign(context, {
    name: options.name ?? 'Campaign',
    trafficSourceId,
    destination: { mode: 'use_rotator', rotatorId },
  });
  return { id: campaign.id, trafficSourceId, rotatorId };
}
