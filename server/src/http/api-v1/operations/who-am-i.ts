import { callerIdentity, type CallerIdentity } from '@waypost/contract/accounts/identity.ts';
import { strayParameter } from '../examples/errors.ts';
import { ids } from '../examples/records.ts';
import type { KeyContext, Operation, PersonContext } from '../operation.ts';

export const whoAmIOperation: Operation = {
  operationId: 'whoAmI',
  method: 'GET',
  path: '/whoami',
  scope: 'read',
  acceptsSession: true,
  summary: 'Get the API key, workspace and scope of the request',
  description:
    'Check provider, scope and label before you connect an application. This is the only operation that also accepts a panel session, if the request has no Authorization header.',
  data: callerIdentity,
  example: {
    data: { tenantId: ids.workspace, provider: 'api-key', scope: 'write', keyId: ids.key, label: 'reports' },
    issue: strayParameter,
  },
  run: async ({ workspaceId, actor }: KeyContext | PersonContext): Promise<CallerIdentity> => {
    if (actor.type === 'user')
      return {
        tenantId: workspaceId,
        provider: 'session',
        scope: actor.role === 'viewer' ? 'read' : 'write',
        keyId: null,
        label: actor.label,
      };
    return {
      tenantId: workspaceId,
      provider: 'api-key',
      scope: actor.scope,
      keyId: actor.id,
      label: actor.label,
    };
  },
};
