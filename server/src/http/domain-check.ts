import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../services/context.ts';
import { isDomainOurs } from '../services/domains/domains.ts';

type DomainCheckOptions = {
  context: Omit<ServiceContext, 'actor'>;
  /** Those that the operator has configured. */
  ownHosts: readonly string[];
};

/** For a proxy that gets certificates on demand: whether it may get one for a host. The status is the whole answer. */
export function serveDomainCheck(server: FastifyInstance, { context, ownHosts }: DomainCheckOptions): void {
  const asProduct: ServiceContext = { ...context, actor: { type: 'system', label: 'domain check' } };
  server.get('/internal/domain-check', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown };
    const isOurs = typeof domain === 'string' && (await isDomainOurs(asProduct, domain, ownHosts));
    return await reply
      .header('cache-control', 'no-store')
      .status(isOurs ? 200 : 404)
      .send();
  });
}
