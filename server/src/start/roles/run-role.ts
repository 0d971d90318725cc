import { describeError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { mergeMetrics } from '../../platform/metrics.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { releaseIdleMemory } from '../../platform/release-idle-memory.ts';
import { startStatusServer, type StatusServer } from '../../platform/status-server.ts';
import { requireEngineAddresses } from '../engine-addresses.ts';
import { explainListenFailure } from '../listen.ts';
import { requireCurrentSchema } from '../migrate.ts';
import { loggerFor, type Settings } from '../settings.ts';
import { stopOnSignals } from '../shutdown.ts';
import type { RoleMessage, RoleName, RunningRole, SupervisorMessage } from './role.ts';

/** One role in this process: on its own with a status port, or under a supervisor that asks through the channel. */
export async function runRole(name: RoleName, settings: Settings): Promise<void> {
  const logger = loggerFor(name, settings);
  const isSupervised = process.send !== undefined;
  // Until the role serves there is nothing to finish: without its supervisor it ends at once.
  if (isSupervised) process.once('disconnect', endAlone);
  let role: RunningRole;
  let status: StatusServer | undefined;
  try {
    // The edge starts whatever else is away; the others work on the schema.
    if (!isSupervised && name !== 'edge') await requireCurrentSchema(requireEngineAddresses(settings));
    role = await startRole(name, settings, logger);
    if (!isSupervised) status = await serveStatus(role, settings);
  } catch (error) {
    if (!isSupervised) throw error;
    const reason = error instanceof OperatorError ? error.reason : 'unexpected';
    // Said before it ends: without the message nobody would know why.
    tellSupervisor({ type: 'failed', reason, message: describeError(error) }, endAlone);
    return;
  }
  const stop = async () => {
    await role.stop();
    await status?.close();
  };
  const { stopNow } = stopOnSignals({ stop, logger });
  if (isSupervised) {
    answerSupervisor(role);
    // The supervisor is gone, however it ended: its successor needs the ports.
    process.off('disconnect', endAlone);
    process.once('disconnect', () => stopNow('the supervisor is gone'));
    if (!process.connected) stopNow('the supervisor is gone');
    tellSupervisor({ type: 'ready' });
  }
  releaseIdleMemory(role.taken);
  logger.info(`${name} serves`);
}

function endAlone(): void {
  process.exit(1);
}

/** Each role loads only what it needs: an edge without the API's libraries is a third smaller. */
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

function answerSupervisor(role: RunningRole): void {
  process.on('message', (message: SupervisorMessage) => {
    void role
      .metrics()
      .then((metrics) =>
        tellSupervisor({ type: 'report', question: message.question, readiness: role.readiness(), metrics }),
      );
  });
}

function tellSupervisor(message: RoleMessage, afterwards: () => void = () => undefined): void {
  // A send that fails means that the supervisor is gone; the disconnect that follows ends this process.
  process.send?.(message, undefined, undefined, afterwards);
}
