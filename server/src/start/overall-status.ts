import type { RunningEngine } from '../engines/engine.ts';
import { judgeReadiness, type CheckState, type Readiness } from '../platform/health.ts';
import type { KeptProcess } from '../platform/keep-running.ts';
import { createRegistry, mergeMetrics } from '../platform/metrics.ts';
import { Gauge, type Registry } from 'prom-client';
import { startStatusServer, type StatusServer } from '../platform/status-server.ts';
import type { RoleProcess } from './role-process.ts';
import { explainListenFailure } from './listen.ts';

type Watched = { roles: KeptProcess<RoleProcess>[]; engines: KeptProcess<RunningEngine>[] };

/** One status page for everything the supervisor runs. */
export async function serveOverallStatus(port: number, watched: Watched): Promise<StatusServer> {
  const registry = createRegistry('supervisor');
  countRestarts(registry, [...watched.roles, ...watched.engines]);
  try {
    return await startStatusServer(port, {
      readiness: () => overallReadiness(watched),
      metrics: async () => {
        const reports = await Promise.all(watched.roles.map(async (role) => await role.running?.ask()));
        const snapshots = reports.filter((report) => report !== undefined).map((report) => report.metrics);
        return await mergeMetrics([await registry.getMetricsAsJSON(), ...snapshots]);
      },
    });
  } catch (error) {
    throw explainListenFailure(error, { host: '127.0.0.1', port, variable: 'WAYPOST_METRICS_PORT' });
  }
}

function countRestarts(registry: Registry, processes: KeptProcess[]): void {
  const restarts = new Gauge({
    name: 'waypost_process_restarts',
    help: 'How often the supervisor had to start a process again',
    labelNames: ['process'],
    collect() {
      for (const kept of processes) this.set({ process: kept.name }, kept.restarts);
    },
    registers: [],
  });
  registry.registerMetric(restarts);
}

/** Ready when every process runs and every role says so; the parts of a role are named `role/part`. */
async function overallReadiness(watched: Watched): Promise<Readiness> {
  // Without ClickHouse only reports are missing; visits wait in the spool.
  const engines = watched.engines.map((engine) => processState(engine, engine.name === 'postgres'));
  const roles = await Promise.all(watched.roles.map((role) => roleStates(role)));
  return judgeReadiness([...engines, ...roles.flat()]);
}

async function roleStates(role: KeptProcess<RoleProcess>): Promise<CheckState[]> {
  const state = processState(role, true);
  const report = await role.running?.ask();
  if (state.ok && report === undefined) return [{ ...state, ok: false, message: 'does not answer' }];
  const parts = report?.readiness.checks ?? [];
  return [state, ...parts.map((part) => Object.assign(part, { name: `${role.name}/${part.name}` }))];
}

function processState(kept: KeptProcess, essential: boolean): CheckState {
  const ok = kept.running !== undefined;
  return { name: kept.name, ok, essential, since: kept.since, ...(ok ? {} : { message: 'is not running' }) };
}
