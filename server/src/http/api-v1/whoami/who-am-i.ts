import { callerIdentity, type CallerIdentity } from '@waypost/contract/identity.ts';
import type { KeyContext, Operation } from '../operation.ts';

export const whoAmIOperation: Operation = {
  method: 'GET',
  path: '/whoami',
  scope: 'read',
  summary: 'Tells which key, workspace and scope the request speaks for',
  data: callerIdentity,
  run: async ({ workspaceId, actor }: KeyContext): Promise<CallerIdentity> => ({
    tenantId: workspaceId,
    provider: 'api-key',
    scope: actor.scope,
    keyId: actor.id,
    label: actor.label,
  }),
};
