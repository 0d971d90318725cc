import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../services/context.ts';
import { isServedHost } from '../services/domains/domains.ts';

type DomainCheckOptions = {
  context: Omit<ServiceContext, 'actor'>;
  ownHosts: readonly string[];
};

/**
 * Tells a proxy with on-demand TLS whether to obtain a certificate for a host. The status is 200 for yes and 404 for
 * no.
 */
export function serveDomainCheck(server: FastifyInstance, { context, ownHosts }: DomainCheckOptions): void {
  const asProduct: ServiceContext = { ...context, actor: { type: 'system', label: 'domain check' } };
  server.get('/internal/domain-check', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown };
    const isOurs = typeof domain === 'string' && (await isServedHost(asProduct, domain, ownHosts));
    return await reply
      .header('cache-control', 'no-store')
      .status(isOurs ? 200 : 404)
      .send();
  });
}
