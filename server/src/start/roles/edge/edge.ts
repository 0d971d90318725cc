import type { Server } from 'node:http';
import { hostname } from 'node:os';
import { buildEdgeContext } from '../../../edge/build-context.ts';
import { buildEdge } from '../../../edge/build-edge.ts';
import { openGeo } from '../../../edge/classify/index.ts';
import { Snapshot } from '../../../edge/snapshot/snapshot.ts';
import { describeError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import { Loop } from '../../../platform/loop.ts';
import { createRegistry } from '../../../platform/metrics.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { Database } from '../../../store/database/database.ts';
import type { EngineAddresses } from '../../engine-addresses.ts';
import { listen } from '../../listen.ts';
import { openTraffic } from '../../open-traffic.ts';
import type { Settings } from '../../settings.ts';
import type { RunningRole } from '../role.ts';
import { httpsRoutes, openEdgeHttps } from './edge-https.ts';
import { edgeChecks, edgeReadiness } from './edge-health.ts';
import { registerHttpsMetrics } from './edge-https-metrics.ts';
import { registerEdgeMetrics } from './edge-metrics.ts';
import { claimSlot, FinishedSlots, releaseSlot } from './edge-slots.ts';
import { openStreams, shipAbandoned, type EdgeStreams } from './edge-streams.ts';
import { followPublications } from './follow-publications.ts';
import { watchRejectedRows } from './rejected-rows.ts';

const abandonedIntervalMs = 10_000;

/**
 * Starts an edge. While the databases are down, it serves visitors from its copy of the configuration and writes to its
 * spool.
 */
export async function startEdge(
  settings: Settings,
  engines: EngineAddresses,
  logger: Logger,
): Promise<RunningRole> {
  const secret = requireCookieSecret(settings);
  const slot = claimSlot(settings.spool.directory);
  const adopted = new Set<EdgeStreams>();
  const slots = { adopted, finished: new FinishedSlots() };
  const streamOptions = { settings: settings.spool, ...(await openReceivers(engines)), logger, ...slots };
  const [streams, geo] = await Promise.all([openStreams(slot, streamOptions), openGeo(settings.geo)]);
  for (const warning of geo.describe().warnings) logger.warn(warning);
  const snapshot = makeSnapshot(logger);
  const publications = await followPublications(
    { slot, snapshot, url: engines.postgres, name: hostname(), streams },
    logger,
  );
  const edge = buildEdgeContext({ ...streams, ...hostsOf(settings), secret, snapshot, geo, now: Date.now });
  const { traffic, database } = streamOptions;
  const checks = edgeChecks({ streams, adopted, traffic, geo, isFollowing: publications.isFollowing });
  const readiness = edgeReadiness(checks, logChanges(logger));
  // Checks once a second, so that changes are logged even if nothing requests `/readyz`.
  const healthTimer = setInterval(readiness, 1_000).unref();
  const onFailure = (error: unknown) => logger.error({ err: error }, 'request failed');
  const built = buildEdge({ context: edge, readiness, onFailure, https: httpsRoutes(settings, secret) });
  const https = openEdgeHttps(settings, secret, { edge: built, context: edge, database, logger });
  const abandoned = watchAbandoned(settings.spool.directory, streamOptions);
  const rejected = watchRejectedRows(slot.path, streamOptions);
  const registry = createEdgeRegistry({ counters: edge.counters, streams, adopted, geo }, https);
  return {
    readiness,
    metrics: async () => await registry.getMetricsAsJSON(),
    requestCount: () => edge.counters.answered(),
    serve: async () => {
      await listenForVisitors(built.server, settings);
      await https?.serve();
    },
    stop: async () => {
      await https?.drain();
      await built.drain();
      await Promise.all([closeServer(built.server), https?.stop()]);
      await Promise.all([publications.stop(), abandoned.stop(), rejected.stop()]);
      clearInterval(healthTimer);
      await closeStreams(streams, logger);
      geo.close();
      await Promise.all([traffic.close(), database.close()]);
      releaseSlot(slot);
    },
  };
}

function createEdgeRegistry(
  sources: Parameters<typeof registerEdgeMetrics>[1],
  https: Parameters<typeof registerHttpsMetrics>[1],
) {
  const registry = createRegistry('edge');
  registerEdgeMetrics(registry, sources);
  registerHttpsMetrics(registry, https);
  return registry;
}

async function listenForVisitors(
  server: Server,
  { host, edgePort: port, edgeProcesses }: Settings,
): Promise<void> {
  await listen(server, { host, port, variable: 'WAYPOST_EDGE_PORT', isShared: edgeProcesses > 1 });
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function hostsOf({ trackingUrl, trustedProxies }: Settings) {
  return { ownHosts: trackingUrl === undefined ? [] : [new URL(trackingUrl).hostname], trustedProxies };
}

function makeSnapshot(logger: Logger): Snapshot {
  return new Snapshot((campaignId, error) =>
    logger.error({ campaignId, why: describeError(error) }, 'failed to load a published campaign'),
  );
}

function logChanges(logger: Logger) {
  return (part: string, why: string | undefined) => {
    if (why === undefined) logger.info({ part }, 'check passed again');
    else logger.warn({ part, why }, 'check failed');
  };
}

async function openReceivers(engines: EngineAddresses) {
  return {
    traffic: await openTraffic(engines.traffic),
    database: new Database(engines.postgres, { connectionsMax: 2 }),
  };
}

async function closeStreams(streams: EdgeStreams, logger: Logger): Promise<void> {
  await Promise.all(Object.values(streams).map((spool) => spool.close()));
  const lost = Object.values(streams).reduce((sum, { counters }) => sum + counters.rowsLost.closed, 0);
  if (lost > 0)
    logger.error({ lost }, 'stopped before all rows could be written; the unwritten rows are lost');
}

function requireCookieSecret({ cookieSecret }: Settings): string {
  if (cookieSecret !== undefined) return cookieSecret;
  throw new OperatorError(
    'configuration',
    'An edge needs WAYPOST_COOKIE_SECRET. Set it to the same value on every edge, so that click IDs are valid on all of them.',
  );
}

function watchAbandoned(directory: string, options: Parameters<typeof shipAbandoned>[1]): Loop {
  return new Loop({
    everyMs: abandonedIntervalMs,
    startsLater: true,
    work: (signal) => shipAbandoned(directory, options, () => signal.aborted),
    onFailure: (error) =>
      options.logger.warn({ why: describeError(error) }, 'failed to ship an abandoned spool'),
  });
}
