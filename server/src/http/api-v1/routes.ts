import type { FastifyInstance } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { callerOf, gate, type ApiAccess } from '../plugins/gate.ts';
import { acceptJsonOnly } from '../plugins/json-body.ts';
import { readQuery } from '../plugins/query.ts';
import type { Operation } from './operation.ts';
import { whoAmI } from './whoami/who-am-i.ts';

export const operations: Operation[] = [whoAmI];

export function registerApi(access: ApiAccess): (api: FastifyInstance) => Promise<void> {
  return async (api) => {
    acceptJsonOnly(api);
    api.decorateRequest('caller', undefined);
    api.addHook('onRequest', gate(access));
    // The gate has refused the request by then; without a handler of its own the prefix would fall out of it.
    api.setNotFoundHandler(() => {
      throw new WaypostError('NOT_FOUND', 'there is no such operation');
    });
    for (const operation of operations) addRoute(api, operation);
  };
}

function addRoute(api: FastifyInstance, operation: Operation): void {
  api.route({
    method: operation.method,
    url: operation.path,
    config: { operation },
    handler: async (request) => {
      readQuery(request, operation.query);
      return { ok: true, data: operation.data.parse(await operation.handle(callerOf(request))) };
    },
  });
}
