import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { acceptJsonOnly } from '../plugins/json-body.ts';
import { readQuery, searchOf } from '../plugins/query.ts';
import { untilClosed } from '../plugins/until-closed.ts';
import { callerOf, contextOf, authorizeRequest, type ApiAccess } from './authorize-request.ts';
import type { Operation, OperationInput } from './operation.ts';
import { operations } from './operations/index.ts';
import { streamList } from './stream-list.ts';

export function registerApi(access: ApiAccess): (api: FastifyInstance) => Promise<void> {
  return async (api) => {
    acceptJsonOnly(api);
    api.decorateRequest('context', undefined);
    api.addHook('onRequest', authorizeRequest(access));
    // authorizeRequest has already rejected the request. Without a separate handler, paths below this prefix would skip
    // that hook.
    api.setNotFoundHandler(() => {
      throw new WaypostError('NOT_FOUND', 'Endpoint not found');
    });
    for (const operation of operations) addRoute(api, operation);
  };
}

function addRoute(api: FastifyInstance, operation: Operation): void {
  api.route({
    method: operation.method,
    url: operation.path.replace('{id}', ':id'),
    config: { operation },
    handler: async (request, reply) => {
      const input = readInput(request, reply, operation);
      if (operation.kind === 'list') return await streamList(reply, operation.run(contextOf(request), input));
      const data = await (operation.acceptsSession === true
        ? operation.run(callerOf(request), input)
        : operation.run(contextOf(request), input));
      return await reply.status(operation.status ?? 200).send({ ok: true, data: data ?? null });
    },
  });
}

function readInput(request: FastifyRequest, reply: FastifyReply, operation: Operation): OperationInput {
  const query = readQuery(request, operation.query);
  const { id = '' } = request.params as { id?: string };
  return { id, query, body: request.body, search: searchOf(request), signal: untilClosed(reply) };
}
