import { isIP } from 'node:net';
import type { Registry } from 'prom-client';
import type { ApiAccess } from '../../http/api-v1/authorize-request.ts';
import { buildServer, type ServerOptions } from '../../http/build-server.ts';
import type { PanelAccess } from '../../http/panel-api/operation.ts';
import { prepareToDrain } from '../../platform/drain-connections.ts';
import { describeError } from '../../platform/errors.ts';
import { Health } from '../../platform/health.ts';
import type { Logger } from '../../platform/logger.ts';
import { Loop } from '../../platform/loop.ts';
import { createRegistry } from '../../platform/metrics.ts';
import { FailureReporter } from '../../platform/failure-reporter.ts';
import { makeContext } from '../../services/context.ts';
import type { WithInstallation, WithOutbound, WithTraffic } from '../../services/tools.ts';
import { authenticateKey, makeKeyLookup } from '../../services/keys/authenticate-key.ts';
import { KeyUsage } from '../../services/keys/key-usage.ts';
import { RateLimiter } from '../../services/rate-limits/rate-limiter.ts';
import { Database } from '../../store/database/database.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { provideEventTools } from '../event-tools.ts';
import { listen } from '../listen.ts';
import { openTraffic } from '../open-traffic.ts';
import { provideOutbound } from '../provide-outbound.ts';
import { localUrl } from '../public-urls.ts';
import { panelDirectory, type Settings } from '../settings.ts';
import { provideInstallation } from './installation-tools.ts';
import { openAgents } from './connect-agents.ts';
import { listOwnHosts, provideDomainChecks, providePanelAccess } from './panel-access.ts';
import { logHealth, type RunningRole } from './role.ts';
import { VisitorClassifier } from './visitor-classifier.ts';

const usageFlushMs = 5_000;

/**
 * Starts the API, which requires PostgreSQL. While the traffic store is unavailable, only operations that need traffic
 * fail, such as reports and events.
 */
export async function startApi(
  settings: Settings,
  engines: EngineAddresses,
  logger: Logger,
): Promise<RunningRole> {
  const database = new Database(engines.postgres, { connectionsMax: 10, secret: settings.sessionSecret });
  const traffic = await openTraffic(engines.traffic, { connectionsMax: 8 });
  const health = new Health(
    [
      { name: 'postgres', essential: true, probe: () => database.check() },
      { name: 'traffic', essential: false, probe: () => traffic.check() },
    ],
    logHealth(logger),
  );
  await health.start();
  const registry = createRegistry('api');
  const tools = provideEventTools(traffic, settings, logger);
  const outbound = await provideOutbound(settings, engines);
  const installation = provideInstallation(settings, engines);
  const panelTools = { ...tools, outbound, installation };
  const panel = describePanel(database, settings, { logger, registry }, panelTools);
  const { access, stop: stopAccess } = provideAccess(database, settings, logger, { panel, tools });
  const agents = openAgents(panel.base, settings, engines);
  const server = await buildServer({
    access,
    panel: { ...panel, base: { ...panel.base, agents: agents.tools } },
    serveAgents: agents.serve,
    logger,
    readiness: () => health.readiness(),
    panelDirectory,
    trustedProxies: listProxies(settings),
  });
  await server.ready();
  const drain = prepareToDrain(server.server);
  await listen(server.server, { host: settings.host, port: settings.port, variable: 'WAYPOST_PORT' });
  return {
    readiness: () => health.readiness(),
    metrics: async () => await registry.getMetricsAsJSON(),
    stop: async () => {
      await drain();
      await server.close();
      await stopAccess();
      health.stop();
      outbound.close();
      await Promise.all([database.close(), agents.close(), traffic.close()]);
    },
  };
}

// The edge on this machine forwards requests to the panel if it terminates TLS.
function listProxies(settings: Settings): string[] {
  const { trustedProxies, https } = settings;
  if (https?.panelHost === undefined) return trustedProxies;
  const { hostname } = new URL(localUrl(settings, settings.port));
  return [...trustedProxies, isIP(hostname) === 0 ? '127.0.0.1' : hostname];
}

function provideAccess(
  database: Database,
  settings: Settings,
  logger: Logger,
  { panel, tools }: { panel: ReturnType<typeof describePanel>; tools: WithTraffic },
): { access: ApiAccess; stop: () => Promise<void> } {
  const limiter = new RateLimiter(database, settings.rate);
  const lookup = makeKeyLookup(database);
  const usage = new KeyUsage(database);
  const failures = new FailureReporter(logger, {
    failed: 'failed to save when API keys were last used, retrying',
    resolved: 'resumed saving when API keys were last used',
  });
  const flush = async () => {
    try {
      await usage.flush();
      failures.end();
    } catch (error) {
      failures.note(describeError(error));
    }
  };
  const flushLoop = new Loop({ everyMs: usageFlushMs, startsLater: true, work: flush });
  const access: ApiAccess = {
    authenticateKey: async (token) => {
      const { actor, workspaceId } = await authenticateKey(lookup, token, new Date());
      const { outboundAllow } = settings;
      return { ...makeContext(database, actor, { ...tools, outboundAllow }), actor, workspaceId };
    },
    authenticateSession: async (token) => {
      const session = await panel.authenticateSession(token);
      return session === undefined ? undefined : { ...panel.base, ...session.caller };
    },
    noteKeyUse: (keyId, address) => usage.note(keyId, new Date(), address),
    takeRate: (keyId) => limiter.take(keyId),
    publicOrigin: panel.publicOrigin,
  };
  const stop = async () => {
    await flushLoop.stop();
    await flush();
  };
  return { access, stop };
}

function describePanel(
  database: Database,
  settings: Settings,
  observability: { logger: Logger; registry: Registry },
  tools: WithTraffic & WithInstallation & WithOutbound,
): Omit<ServerOptions['panel'], 'base'> & { base: Omit<PanelAccess['base'], 'agents'> } {
  const access = providePanelAccess(database, settings, observability);
  // The classifier need not be closed: it closes its files when idle and does not keep the process running.
  const classifyVisitor = new VisitorClassifier(settings.geo).classify;
  return {
    ...access,
    base: { ...access.base, ...tools, classifyVisitor, domainChecks: provideDomainChecks(settings) },
    ownHosts: listOwnHosts(settings),
  };
}
