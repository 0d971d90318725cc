import type { FastifyInstance } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import type { KeyCaller } from '../../services/keys/authenticate-key.ts';
import { authenticate, callerOf } from '../plugins/authenticate.ts';
import type { Operation } from './operation.ts';
import { whoAmI } from './whoami/who-am-i.ts';

export const operations: Operation[] = [whoAmI];

/** Everything under the prefix asks for a key first, also what does not exist: strangers learn nothing of the routes. */
export function registerApi(
  authenticateKey: (token: string) => Promise<KeyCaller>,
): (api: FastifyInstance) => Promise<void> {
  return async (api) => {
    api.decorateRequest('caller', undefined);
    const checkKey = authenticate(authenticateKey);
    api.addHook('onRequest', checkKey);
    api.setNotFoundHandler({ preHandler: checkKey }, () => {
      throw new WaypostError('NOT_FOUND', 'there is no such operation');
    });
    for (const operation of operations) {
      api.route({
        method: operation.method,
        url: operation.path,
        handler: async (request) => {
          const caller = callerOf(request);
          if (operation.scope === 'write' && caller.actor.scope !== 'write')
            throw new WaypostError('FORBIDDEN', 'this key may only read');
          return { ok: true, data: operation.data.parse(await operation.handle(caller)) };
        },
      });
    }
  };
}
