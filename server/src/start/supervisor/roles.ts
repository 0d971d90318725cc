import { setTimeout as sleep } from 'node:timers/promises';
import { recordRestart } from '../../engines/restart-log.ts';
import type { DataDirectory } from '../../engines/data-directory.ts';
import type { HeldPort } from '../../platform/held-port.ts';
import { describeError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { pollUntil } from '../../platform/retry.ts';
import { SupervisedProcess } from '../../platform/supervised-process.ts';
import { watchProcess } from '../../platform/watch-process.ts';
import type { Restart } from '../instance.ts';
import type { RoleName } from '../roles/role.ts';
import type { Program } from '../program.ts';
import { nameRole, recordRoleProcess, startRoleProcess, type RoleProcess } from './role-process.ts';
import { ServingEdges } from './serving-edges.ts';
import type { StartAttempts } from './start-attempts.ts';

export type HeldPorts = Record<'api' | 'edge', readonly HeldPort[]>;
export type SupervisedRole = SupervisedProcess<RoleProcess>;

const standbyRetryMs = 10_000;
// Time for a process that is being started or restarted.
const runningTimeoutMs = 30_000;

type RoleOptions = {
  program: Program;
  environment: NodeJS.ProcessEnv;
  directory: DataDirectory;
  ports: HeldPorts;
  edgeProcesses: number;
  hasStandby: boolean;
  logger: Logger;
};

type RestartOptions = {
  // Replaces only processes that run another program.
  onlyOutdated?: boolean;
  endsWithFailure?: boolean;
  onProgress?: (restarted: string[]) => void;
};

/** All role processes of an installation. One edge can be on standby, to take over from an edge that exits. */
export class Roles {
  readonly #options: RoleOptions;
  readonly #servingEdges: ServingEdges;
  readonly #edges: SupervisedRole[];
  readonly #standby: SupervisedRole[];
  readonly #api: SupervisedRole;
  readonly #worker: SupervisedRole;
  #isStopping = false;

  constructor(options: RoleOptions) {
    const { edgeProcesses, hasStandby } = options;
    this.#options = { ...options };
    this.#servingEdges = new ServingEdges(edgeProcesses);
    this.#edges = Array.from({ length: edgeProcesses }, (_, index) => this.#supervise('edge', index));
    this.#standby = hasStandby ? [this.#supervise('edge', edgeProcesses)] : [];
    this.#api = this.#supervise('api');
    this.#worker = this.#supervise('worker');
  }

  get all(): SupervisedRole[] {
    return [this.#api, ...this.#edges, ...this.#standby, this.#worker];
  }

  /** An edge that serves no visitors is not essential while enough other edges do. */
  isEssential(role: SupervisedRole): boolean {
    if (!this.#edges.includes(role) && !this.#standby.includes(role)) return true;
    const isServing = role.running !== undefined && this.#servingEdges.isServing(role.running);
    return isServing || !this.#servingEdges.isComplete;
  }

  get program(): Program {
    return this.#options.program;
  }

  // Takes effect when a process is started or restarted.
  useProgram(program: Program): void {
    this.#options.program = program;
  }

  // Takes effect when a process is started or restarted.
  useEnvironment(environment: NodeJS.ProcessEnv): void {
    this.#options.environment = environment;
  }

  async startEdges(attempts: StartAttempts): Promise<void> {
    await startAll(this.#edges, attempts);
  }

  async startOthers(attempts: StartAttempts): Promise<void> {
    await startAll([this.#api, this.#worker], attempts);
    // Nothing waits for the standby edge, because the installation works without it.
    for (const edge of this.#standby) void this.#startStandby(edge);
  }

  async #startStandby(edge: SupervisedRole): Promise<void> {
    while (!this.#isStopping) {
      try {
        await edge.start();
        return;
      } catch (error) {
        this.#options.logger.error({ err: error }, 'failed to start the standby edge, retrying');
        await sleep(standbyRetryMs, undefined, { ref: false });
      }
    }
  }

  /** Stops the edges and the API before the worker, so that the worker can still process what they accepted. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#servingEdges.stop();
    // Closes the held ports, so that once the roles stop listening, new connections are refused instead of waiting for
    // a role that never starts.
    for (const port of Object.values(this.#options.ports).flat()) port.close();
    const others = [this.#api, ...this.#edges, ...this.#standby];
    // A worker that has not started yet would only delay the end.
    if (this.#worker.running === undefined) others.push(this.#worker);
    await Promise.all(others.map((role) => role.stop()));
    await this.#worker.stop();
  }

  /**
   * Replaces all processes, one after another. A process stops only after its successor is ready and, if the process is
   * an edge that serves visitors, after another edge has started serving. A process that cannot be replaced continues.
   */
  async restart(options: RestartOptions = {}): Promise<Pick<Restart, 'restarted' | 'failed'>> {
    const result: Pick<Restart, 'restarted' | 'failed'> = { restarted: [], failed: [] };
    for (const role of this.all) {
      if (this.#isStopping) throw new Error('the installation is being stopped');
      if (options.onlyOutdated === true && role.running?.program.root === this.program.root) continue;
      try {
        await this.#replace(role);
        result.restarted.push(role.name);
      } catch (error) {
        result.failed.push({ name: role.name, why: describeError(error) });
        if (options.endsWithFailure === true) break;
      }
      options.onProgress?.(result.restarted);
    }
    return result;
  }

  async #replace(role: SupervisedRole): Promise<void> {
    const running = await pollUntil(() => role.running, { timeoutMs: runningTimeoutMs, intervalMs: 100 });
    if (running === undefined) throw new Error(`${role.name} is not running`);
    const isEdge = this.#edges.includes(role) || this.#standby.includes(role);
    try {
      await role.replace(async (current) => {
        if (isEdge) await this.#servingEdges.retire(current);
      });
    } catch (error) {
      if (isEdge) this.#servingEdges.keep(running);
      throw error;
    } finally {
      if (role.running !== undefined)
        recordRoleProcess(this.#options.directory.run, role.name, role.running.pid);
    }
  }

  kill(): void {
    for (const role of this.all) role.kill();
  }

  #supervise(role: RoleName, index = 0): SupervisedRole {
    const { directory, ports, logger } = this.#options;
    const named = nameRole(role, index);
    const start = async (stopping: AbortSignal) => {
      const { environment, program } = this.#options;
      const held = role === 'worker' ? [] : ports[role];
      const running = await startRoleProcess(named, {
        program,
        environment,
        runDirectory: directory.run,
        ports: held,
        stopping,
      });
      watchProcess(named.name, running, logger);
      if (role === 'edge') await this.#servingEdges.add(running);
      return running;
    };
    const onEnd = (why: string) => recordRestart(directory, named.name, why);
    return new SupervisedProcess({ name: named.name, start, logger, onEnd });
  }
}

async function startAll(roles: SupervisedRole[], attempts: StartAttempts): Promise<void> {
  const outcomes = await Promise.allSettled(
    roles.map((role) => attempts.attempt(role.name, () => role.start())),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
