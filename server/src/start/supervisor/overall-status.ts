import type { Registry } from 'prom-client';
import type { RunningEngine } from '../../engines/engine.ts';
import { summarizeReadiness, type CheckState, type Readiness } from '../../platform/health.ts';
import type { SupervisedProcess } from '../../platform/supervised-process.ts';
import { startStatusServer, type StatusServer } from '../../platform/status-server.ts';
import { explainListenFailure } from '../listen.ts';
import { registerBackupMetrics } from './backup-metrics.ts';
import type { Roles, SupervisedRole } from './roles.ts';
import type { StartAttempts } from './start-attempts.ts';

type Watched = {
  roles: Roles;
  engines: SupervisedProcess<RunningEngine>[];
  attempts: Pick<StartAttempts, 'checks'>;
  dataDirectory: string;
};

export async function serveOverallStatus(port: number, watched: Watched): Promise<StatusServer> {
  let opened: ReturnType<typeof openRegistry> | undefined;
  try {
    return await startStatusServer(port, {
      readiness: () => overallReadiness(watched),
      metrics: async () => {
        const reports = await Promise.all(
          watched.roles.all.map(async (role) => await role.running?.requestReport()),
        );
        const snapshots = reports.filter((report) => report !== undefined).map((report) => report.metrics);
        const { registry, merge } = await (opened ??= openRegistry(watched));
        return await merge([await registry.getMetricsAsJSON(), ...snapshots]);
      },
    });
  } catch (error) {
    throw explainListenFailure(error, { host: '127.0.0.1', port, variable: 'WAYPOST_METRICS_PORT' });
  }
}

// Imported on the first request, so that the supervisor does not load the metrics library if nothing scrapes it.
async function openRegistry(watched: Watched) {
  const { createRegistry, mergeMetrics } = await import('../../platform/metrics.ts');
  const registry = createRegistry('supervisor');
  await countRestarts(registry, () => [...watched.roles.all, ...watched.engines]);
  await registerBackupMetrics(registry, watched.dataDirectory);
  return { registry, merge: mergeMetrics };
}

async function countRestarts(
  registry: Registry,
  listProcesses: () => Pick<SupervisedProcess, 'name' | 'restarts'>[],
): Promise<void> {
  const { Gauge } = await import('prom-client');
  const restarts = new Gauge({
    name: 'waypost_process_restarts',
    help: 'Number of times the supervisor restarted a process',
    labelNames: ['process'],
    collect() {
      for (const { name, restarts: count } of listProcesses()) this.set({ process: name }, count);
    },
    registers: [],
  });
  registry.registerMetric(restarts);
}

async function overallReadiness(watched: Watched): Promise<Readiness> {
  // Without ClickHouse, only features that read traffic are unavailable, such as reports. Visits wait in the spool.
  const engines = watched.engines.map((engine) => processState(engine, engine.name === 'postgres'));
  const roles = await Promise.all(
    watched.roles.all.map((role) => roleStates(role, watched.roles.isEssential(role))),
  );
  return summarizeReadiness([...watched.attempts.checks(), ...engines, ...roles.flat()]);
}

async function roleStates(role: SupervisedRole, essential: boolean): Promise<CheckState[]> {
  const { running } = role;
  const state = {
    ...processState(role, essential),
    ...(running === undefined ? {} : { version: running.version }),
  };
  const report = await role.running?.requestReport();
  if (state.ok && report === undefined) return [{ ...state, ok: false, message: 'not responding' }];
  const parts = report?.readiness.checks ?? [];
  return [state, ...parts.map((part) => Object.assign(part, { name: `${role.name}/${part.name}` }))];
}

function processState(
  process: Pick<SupervisedProcess, 'name' | 'running' | 'since'>,
  essential: boolean,
): CheckState {
  const ok = process.running !== undefined;
  return {
    name: process.name,
    ok,
    essential,
    since: process.since,
    ...(ok ? {} : { message: 'is not running' }),
  };
}
