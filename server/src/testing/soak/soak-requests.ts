import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createWaypostClient, type GetReportQuery } from '../../../../client/waypost-client.ts';
import type { WaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import { pollUntil } from '../../platform/retry.ts';
import {
  ownPassword,
  readFirstAccess,
  replaceFirstPassword,
  type Credentials,
} from '../browser/panel-access.ts';
import type { FaultLoad } from '../faults/fault-load.ts';
import type { FaultWorkspace } from '../faults/fault-workspace.ts';
import { command, type Product } from '../product/product.ts';
import type { ShiftedClock } from './shifted-clock.ts';

const hourMs = 3_600_000;
const probeLimitMs = 30_000;
// A key may be refused slightly later than its expiration, because its row is cached.
const refusalDelayMs = 5 * 60_000;

const reports: readonly Pick<GetReportQuery, 'dimensions' | 'metrics'>[] = [
  { dimensions: ['day'], metrics: ['visits', 'lpclicks', 'conversions', 'revenue'] },
  { dimensions: ['campaign'], metrics: ['visits', 'conversions', 'revenue'] },
  { dimensions: ['hour'], metrics: ['visits'] },
  { dimensions: ['country', 'deviceType'], metrics: ['visits', 'lpclicks'] },
];

export type SoakTarget = {
  product: Product;
  workspace: FaultWorkspace;
  load: FaultLoad;
  clock: ShiftedClock;
  log: (text: string) => void;
};

// Sends requests to the public API and the panel's API. Replaces the key when it expires, and signs in again when the
// session has ended.
export class SoakRequests {
  readonly problems: string[] = [];
  readonly counts = { reports: 0, 'panel requests': 0, 'expired keys': 0, 'ended sessions': 0 };
  // Durations since the last sample.
  reportMs: number[] = [];
  panelMs: number[] = [];
  lagMs: number[] = [];
  readonly #target: SoakTarget;
  readonly #owner: Credentials;
  #panel: WaypostPanelClient;
  #key: { token: string; expiresMs: number };

  private constructor(target: SoakTarget, owner: Credentials, panel: WaypostPanelClient) {
    this.#target = target;
    this.#owner = owner;
    this.#panel = panel;
    this.#key = { token: '', expiresMs: 0 };
  }

  static async start(target: SoakTarget): Promise<SoakRequests> {
    const { product } = target;
    const first = readFirstAccess(product.dataDirectory);
    const panel = await replaceFirstPassword(product.urls.panel, first);
    const requests = new SoakRequests(target, { ...first, password: ownPassword }, panel);
    requests.#key = await requests.#createKey();
    return requests;
  }

  // Reads a report, with a different form each time.
  async readReport(): Promise<void> {
    const form = reports[this.counts.reports % reports.length] ?? {};
    const { clock } = this.#target;
    const wasExpired = clock.now() > this.#key.expiresMs + refusalDelayMs;
    const startedAt = performance.now();
    try {
      await this.#api().getReport({ query: { ...this.#range(48), ...form } });
      this.reportMs.push(performance.now() - startedAt);
      this.counts.reports += 1;
      if (wasExpired) this.problems.push('an expired key was accepted');
    } catch (error) {
      if (statusOf(error) === 401) await this.#replaceKey();
      else this.#note('report', error);
    }
  }

  async usePanel(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.#panel.listCampaigns({
        query: { ...this.#range(24), metrics: ['visits', 'conversions', 'profit'] },
      });
      await this.#panel.getAttention();
      this.panelMs.push(performance.now() - startedAt);
      this.counts['panel requests'] += 2;
    } catch (error) {
      if (statusOf(error) !== 401) return this.#note('panel', error);
      this.counts['ended sessions'] += 1;
      await this.#panel.signIn(this.#owner).catch((failure: unknown) => this.#note('sign-in', failure));
    }
  }

  // Measures the time from the answer to a visit until a report contains the visit.
  async measureLag(): Promise<void> {
    const [, landing] = this.#target.workspace.landings;
    const link = landing?.link ?? '';
    const query: GetReportQuery = {
      ...this.#range(4),
      filter: [`campaign=${link.split('/').at(-1)}`],
      metrics: ['visits'],
    };
    const count = async () => {
      const { rows } = await this.#api().getReport({ query });
      return visitsOf(rows);
    };
    try {
      const before = await count();
      if ((await this.#target.load.visit(link)) === undefined) return;
      const startedAt = performance.now();
      await pollUntil(async () => ((await count()) > before ? true : undefined), {
        timeoutMs: probeLimitMs,
        intervalMs: 50,
      });
      this.lagMs.push(performance.now() - startedAt);
    } catch (error) {
      // The next report replaces an expired key.
      if (statusOf(error) !== 401) this.#note('probe', error);
    }
  }

  // Number of visits that reports contain.
  async countVisits(): Promise<number> {
    const query: GetReportQuery = { from: '2000-01-01', to: '2099-12-31', metrics: ['visits'] };
    const { rows } = await this.#api().getReport({ query });
    return visitsOf(rows);
  }

  // Visits of each day of the workspace's time zone.
  async readDays(fromMs: number): Promise<Map<string, number>> {
    const query: GetReportQuery = {
      from: toIso(fromMs),
      to: toIso(this.#target.clock.now() + hourMs),
      dimensions: ['day'],
      metrics: ['visits'],
    };
    const { rows } = await this.#withValidKey(() => this.#api().getReport({ query }));
    return new Map((rows as { day: string; visits: number }[]).map(({ day, visits }) => [day, visits]));
  }

  // The range ends in the future, so that a jump of the clock does not change it.
  #range(hours: number): { from: string; to: string } {
    const nowMs = this.#target.clock.now();
    return { from: toIso(nowMs - hours * hourMs), to: toIso(nowMs + 24 * hourMs) };
  }

  #api() {
    const { product } = this.#target;
    return createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token: this.#key.token });
  }

  // Waits for a new key if the current one has expired.
  async #withValidKey<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      if (statusOf(error) !== 401) throw error;
      await this.#replaceKey();
      return await request();
    }
  }

  async #replaceKey(): Promise<void> {
    const { clock, log } = this.#target;
    const leftMs = this.#key.expiresMs - clock.now();
    if (leftMs > 0) this.problems.push(`a key was refused ${Math.round(leftMs / 1000)} s before it expires`);
    this.#key = await this.#createKey();
    this.counts['expired keys'] += 1;
    log('the API key has expired and was replaced');
  }

  // Runs without blocking, because the load must go on.
  async #createKey(): Promise<{ token: string; expiresMs: number }> {
    const { product, workspace } = this.#target;
    const options = ['--label', 'Soak', '--scope', 'read', '--expires', '30', '--json'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, 'key', 'create', '--workspace', workspace.workspaceId, ...options],
      { env: product.environment },
    );
    const { token, expiresAt } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
      token: string;
      expiresAt: string;
    };
    return { token, expiresMs: Date.parse(expiresAt) };
  }

  #note(what: string, error: unknown): void {
    const text = `${what}: ${String(error)}`;
    this.problems.push(text);
    this.#target.log(text);
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

function visitsOf(rows: readonly unknown[]): number {
  return (rows[0] as { visits?: number } | undefined)?.visits ?? 0;
}

function statusOf(error: unknown): number | undefined {
  return (error as { status?: number }).status;
}
