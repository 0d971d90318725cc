/** Reference server for the API benchmark: a Fastify route that returns a fixed campaign. */
import { fastify } from 'fastify';

const campaign = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Campaign',
  displayName: 'Source - DE - Campaign',
  status: 'active',
  trafficSourceId: '01900000-0000-7000-8000-000000000002',
  country: 'DE',
  cost: { mode: 'cpv', amount: 0.0125 },
  tracking: { method: 'redirect', domainId: null, includePrefetch: false },
  destination: { type: 'rotator', rotatorId: '01900000-0000-7000-8000-000000000003' },
  createdAt: '2026-11-15 00:00:00',
};

const server = fastify();
server.get('/campaigns/:id', () => ({ ok: true, data: { campaign } }));
const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: Number(new URL(address).port) });
process.on('disconnect', () => process.exit());
