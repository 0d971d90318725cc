import { callerIdentity } from '@waypost/contract/identity.ts';
import { z } from 'zod';
import type { Operation } from '../operation.ts';

export const whoAmI: Operation<typeof callerIdentity> = {
  method: 'GET',
  path: '/whoami',
  scope: 'read',
  summary: 'Tells which key, workspace and scope the request speaks for',
  query: z.strictObject({}),
  data: callerIdentity,
  handle: ({ workspaceId, actor }) => ({
    tenantId: workspaceId,
    provider: 'api-key',
    scope: actor.scope,
    keyId: actor.id,
    label: actor.label,
  }),
};
