import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { callerOf, contextOf, gate, type ApiAccess } from '../plugins/gate.ts';
import { acceptJsonOnly } from '../plugins/json-body.ts';
import { readQuery, searchOf } from '../plugins/query.ts';
import { untilClosed } from '../plugins/until-closed.ts';
import { archiveCampaignOperation } from './campaigns/archive-campaign.ts';
import { archiveCampaignsOperation } from './campaigns/archive-campaigns.ts';
import { createCampaignOperation } from './campaigns/create-campaign.ts';
import { getCampaignGoalsOperation } from './campaigns/get-campaign-goals.ts';
import { getCampaignOperation } from './campaigns/get-campaign.ts';
import { listCampaignsOperation } from './campaigns/list-campaigns.ts';
import { restoreCampaignsOperation } from './campaigns/restore-campaigns.ts';
import { updateCampaignOperation } from './campaigns/update-campaign.ts';
import { listEventsOperation } from './events/list-events.ts';
import { archiveLandingOperation } from './landings/archive-landing.ts';
import { createLandingOperation } from './landings/create-landing.ts';
import { getLandingOperation } from './landings/get-landing.ts';
import { listLandingsOperation } from './landings/list-landings.ts';
import { restoreLandingsOperation } from './landings/restore-landings.ts';
import { updateLandingOperation } from './landings/update-landing.ts';
import type { Operation, OperationInput } from './operation.ts';
import { getReportOperation } from './reports/get-report.ts';
import { createRotatorOperation } from './rotators/create-rotator.ts';
import { getRotatorRulesOperation } from './rotators/get-rotator-rules.ts';
import { listRotatorPathsOperation } from './rotators/list-rotator-paths.ts';
import { listRotatorsOperation } from './rotators/list-rotators.ts';
import { restoreRotatorsOperation } from './rotators/restore-rotators.ts';
import { streamList } from './stream-list.ts';
import { archiveTrafficSourceOperation } from './traffic-sources/archive-traffic-source.ts';
import { createTrafficSourceOperation } from './traffic-sources/create-traffic-source.ts';
import { restoreTrafficSourcesOperation } from './traffic-sources/restore-traffic-sources.ts';
import { whoAmIOperation } from './whoami/who-am-i.ts';

export const operations: Operation[] = [
  whoAmIOperation,
  listCampaignsOperation,
  createCampaignOperation,
  getCampaignOperation,
  updateCampaignOperation,
  archiveCampaignOperation,
  archiveCampaignsOperation,
  restoreCampaignsOperation,
  getCampaignGoalsOperation,
  listLandingsOperation,
  createLandingOperation,
  getLandingOperation,
  updateLandingOperation,
  archiveLandingOperation,
  restoreLandingsOperation,
  listRotatorsOperation,
  createRotatorOperation,
  restoreRotatorsOperation,
  getRotatorRulesOperation,
  listRotatorPathsOperation,
  createTrafficSourceOperation,
  archiveTrafficSourceOperation,
  restoreTrafficSourcesOperation,
  getReportOperation,
  listEventsOperation,
];

export function registerApi(access: ApiAccess): (api: FastifyInstance) => Promise<void> {
  return async (api) => {
    acceptJsonOnly(api);
    api.decorateRequest('context', undefined);
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
