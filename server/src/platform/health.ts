import { setTimeout as sleep } from 'node:timers/promises';
import { Loop } from './loop.ts';

const probeTimeoutMs = 3_000;

export type CheckState = {
  name: string;
  ok: boolean;
  essential: boolean;
  since: string;
  message?: string;
  // Set for role processes.
  version?: string;
};

export type Readiness = {
  status: 'ready' | 'degraded' | 'unavailable';
  checks: CheckState[];
};

export type HealthCheck = {
  name: string;
  /** If an essential check fails, the role cannot serve at all. If any other check fails, the role is degraded. */
  essential: boolean;
  probe: () => Promise<void>;
};

export type HealthListener = (change: { name: string; ok: boolean; error?: unknown }) => void;

export function summarizeReadiness(checks: CheckState[]): Readiness {
  const failed = checks.filter((check) => !check.ok);
  if (failed.length === 0) return { status: 'ready', checks };
  return { status: failed.some((check) => check.essential) ? 'unavailable' : 'degraded', checks };
}

/**
 * Runs the checks of a role periodically. Readiness is served to anyone who can reach the port, so it never contains
 * the text of an error. The error itself is passed to the listener, which logs it.
 */
export class Health {
  readonly #states = new Map<string, CheckState>();
  #loops: Loop[] = [];
  readonly #checks: HealthCheck[];
  readonly #onChange: HealthListener;

  constructor(checks: HealthCheck[], onChange: HealthListener) {
    this.#checks = checks;
    this.#onChange = onChange;
  }

  async start(intervalMs = 1_000): Promise<void> {
    await Promise.all(this.#checks.map((check) => this.#run(check)));
    this.#loops = this.#checks.map(
      (check) => new Loop({ everyMs: intervalMs, startsLater: true, work: () => this.#run(check) }),
    );
  }

  // Does not wait for running probes, because a hanging probe must not prevent the role from stopping.
  stop(): void {
    for (const loop of this.#loops) void loop.stop();
  }

  readiness(): Readiness {
    return summarizeReadiness([...this.#states.values()]);
  }

  async #run(check: HealthCheck): Promise<void> {
    try {
      await withTimeout(check.probe());
      this.#record(check, { ok: true });
    } catch (error) {
      this.#record(check, { ok: false, message: 'not responding' }, error);
    }
  }

  #record(check: HealthCheck, result: { ok: boolean; message?: string }, error?: unknown): void {
    const before = this.#states.get(check.name);
    const changed = before?.ok !== result.ok;
    const since = changed || before === undefined ? new Date().toISOString() : before.since;
    if (changed && (before !== undefined || !result.ok))
      this.#onChange({ name: check.name, ok: result.ok, error });
    this.#states.set(check.name, { name: check.name, essential: check.essential, since, ...result });
  }
}

// Rejects if the probe hangs, because otherwise the check would keep its last successful result.
async function withTimeout(probe: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(probeTimeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no response within ${probeTimeoutMs} ms`);
  });
  try {
    await Promise.race([probe, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
}
