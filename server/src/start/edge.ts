import { buildEdge } from '../edge/build-edge.ts';
import type { Readiness } from '../platform/health.ts';
import { prepareToDrain } from '../platform/drain-connections.ts';
import { createRegistry } from '../platform/metrics.ts';
import { listen } from './listen.ts';
import type { RunningRole } from './role.ts';
import type { Settings } from './settings.ts';

function readiness(): Readiness {
  return { status: 'ready', checks: [] };
}

/** The tracking runtime. It depends on nothing: whatever else is away, it answers. */
export async function startEdge(settings: Settings): Promise<RunningRole> {
  const registry = createRegistry('edge');
  const server = buildEdge({ readiness });
  const drain = prepareToDrain(server);
  await listen(server, { host: settings.host, port: settings.edgePort, variable: 'WAYPOST_EDGE_PORT' });
  return {
    readiness,
    metrics: async () => await registry.getMetricsAsJSON(),
    stop: async () => {
      await drain();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
}
