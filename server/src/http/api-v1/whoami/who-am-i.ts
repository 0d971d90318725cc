import { callerIdentity, type CallerIdentity } from '@waypost/contract/identity.ts';
import { strayParameter } from '../example-errors.ts';
import { ids } from '../example-records.ts';
import type { KeyContext, Operation } from '../operation.ts';

export const whoAmIOperation: Operation = {
  operationId: 'whoAmI',
  method: 'GET',
  path: '/whoami',
  scope: 'read',
  summary: 'Tells which key, workspace and scope the request speaks for',
  description: 'Check provider, scope and label before you connect an application.',
  data: callerIdentity,
  example: {
    data: { tenantId: ids.workspace, provider: 'api-key', scope: 'write', keyId: ids.key, label: 'reports' },
    issue: strayParameter,
  },
  run: async ({ workspaceId, actor }: KeyContext): Promise<CallerIdentity> => ({
    tenantId: workspaceId,
    provider: 'api-key',
    scope: actor.scope,
    keyId: actor.id,
    label: actor.label,
  }),
};
