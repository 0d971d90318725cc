import { describeError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { mergeMetrics } from '../../platform/metrics.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { releaseIdleMemory } from '../../platform/release-idle-memory.ts';
import { startStatusServer, type StatusServer } from '../../platform/status-server.ts';
import { requireEngineAddresses } from '../engine-addresses.ts';
import { explainListenFailure } from '../listen.ts';
import { requireCurrentSchema } from '../migrate.ts';
import { version } from '../../platform/version.ts';
import { createRoleLogger, type Settings } from '../settings.ts';
import { stopOnSignals } from '../shutdown.ts';
import type { RoleMessage, RoleName, RunningRole, SupervisorMessage } from './role.ts';

export async function runRole(name: RoleName, settings: Settings): Promise<void> {
  const logger = createRoleLogger(name, settings);
  const isSupervised = process.send !== undefined;
  // Until the role has started, there is no work to finish, so the process exits immediately if the supervisor is gone.
  if (isSupervised) process.once('disconnect', exitWithError);
  let role: RunningRole;
  let status: StatusServer | undefined;
  try {
    // The edge starts even if the databases are down. The other roles need a migrated schema, which a supervisor has
    // already prepared.
    if (!isSupervised && name !== 'edge') await requireCurrentSchema(requireEngineAddresses(settings));
    role = await startRole(name, settings, logger);
    if (!isSupervised) {
      await role.serve?.();
      status = await serveStatus(role, settings);
    }
  } catch (error) {
    if (!isSupervised) throw error;
    const reason = error instanceof OperatorError ? error.reason : 'unexpected';
    // The process exits only after the message is sent, so that the supervisor receives the reason.
    sendToSupervisor({ type: 'failed', reason, message: describeError(error) }, exitWithError);
    return;
  }
  const stop = async () => {
    if (isSupervised) sendToSupervisor({ type: 'stopping' });
    await role.stop();
    await status?.close();
  };
  const { stopNow } = stopOnSignals({ stop, logger });
  if (isSupervised) {
    obeySupervisor(role, stopNow);
    // The role stops when its supervisor is gone, because a new supervisor needs the ports of this process.
    process.off('disconnect', exitWithError);
    process.once('disconnect', () => stopNow('supervisor exited'));
    if (!process.connected) stopNow('supervisor exited');
    sendToSupervisor({ type: 'ready', version });
  }
  releaseIdleMemory(role.requestCount);
  logger.info(`${name} ready`);
}

function exitWithError(): void {
  process.exit(1);
}

// Imports only what the role needs. An edge without the API's libraries uses a third less memory.
async function startRole(name: RoleName, settings: Settings, logger: Logger): Promise<RunningRole> {
  switch (name) {
    case 'api':
      return await (await import('./api.ts')).startApi(settings, requireEngineAddresses(settings), logger);
    case 'edge':
      return await (
        await import('./edge/edge.ts')
      ).startEdge(settings, requireEngineAddresses(settings), logger);
    case 'worker':
      return await (
        await import('./worker.ts')
      ).startWorker(settings, requireEngineAddresses(settings), logger);
  }
}

async function serveStatus(role: RunningRole, settings: Settings): Promise<StatusServer> {
  const port = settings.metricsPort;
  try {
    return await startStatusServer(port, {
      readiness: role.readiness,
      metrics: async () => await mergeMetrics([await role.metrics()]),
    });
  } catch (error) {
    throw explainListenFailure(error, { host: '127.0.0.1', port, variable: 'WAYPOST_METRICS_PORT' });
  }
}

function obeySupervisor(role: RunningRole, stopNow: (why: string, limitMs?: number) => void): void {
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'serve') {
      void role.serve?.().then(
        () => sendToSupervisor({ type: 'serving' }),
        (error: unknown) => stopNow(describeError(error)),
      );
      return;
    }
    if (message.type === 'ping') return sendToSupervisor({ type: 'alive' });
    if (message.type === 'stop') return stopNow('replaced', message.limitMs);
    void role.metrics().then((metrics) =>
      sendToSupervisor({
        type: 'report',
        requestId: message.requestId,
        readiness: role.readiness(),
        metrics,
      }),
    );
  });
}

function sendToSupervisor(message: RoleMessage, onSent: () => void = () => undefined): void {
  // If sending fails, the supervisor is gone and the 'disconnect' event stops this process.
  process.send?.(message, undefined, undefined, onSent);
}
