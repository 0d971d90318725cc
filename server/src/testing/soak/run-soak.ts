import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureSecrets } from '../../config/secrets.ts';
import { clickIdPurpose, makeClickIds } from '../../domain/click-id/index.ts';
import type { TrafficStoreName } from '../../engines/data-directory.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { pollUntil } from '../../platform/retry.ts';
import { FaultLoad } from '../faults/fault-load.ts';
import { makeFaultWorkspace } from '../faults/fault-workspace.ts';
import { startPostbackReceiver, type PostbackReceiver } from '../faults/postback-receiver.ts';
import { startTimeline, type Timeline } from '../faults/timeline.ts';
import { environmentFor } from '../machine.ts';
import { makeDataDirectory } from '../product/prepared-directory.ts';
import { readTrafficAddress } from '../product/product-traffic.ts';
import { removeDataDirectory, startProduct, type Product } from '../product/product.ts';
import { countDays, WindowChecks } from './check-windows.ts';
import { percentile } from './judge-flatness.ts';
import { readRelations } from './read-relations.ts';
import { repeat } from './repeat.ts';
import { makeShiftedClock, type ShiftedClock } from './shifted-clock.ts';
import { SoakRequests, type SoakTarget } from './soak-requests.ts';
import { sampleDisk, sampleProcesses, sampleQueues } from './take-sample.ts';

type SoakOptions = {
  durationMs: number;
  // The clock jumps ahead by `jumpMs` after each `jumpEveryMs`.
  jumpEveryMs: number;
  jumpMs: number;
  sampleEveryMs: number;
  startMs: number;
  timezone: string;
  retentionDays: number;
  store: TrafficStoreName;
  visitsPerSecond: number;
  onSample: (sample: Sample) => void;
  onRelations: (lines: string[]) => void;
  log: (line: string) => void;
};

export type Sample = { seconds: number; time: string; values: Record<string, number> };

type SoakRun = { problems: string[]; counts: Record<string, number>; output: string };

const dayMs = 86_400_000;
const settleMs = 600_000;
const settlePollMs = 10_000;

type Run = SoakTarget & {
  options: SoakOptions;
  receiver: PostbackReceiver;
  requests: SoakRequests;
  windows: WindowChecks;
  timeline: Timeline;
};

// Runs an installation under a steady load while its clock jumps ahead, and takes samples.
export async function runSoak(options: SoakOptions): Promise<SoakRun> {
  const timeline = startTimeline(options.log);
  const clock = makeShiftedClock(options.startMs);
  const receiver = await startPostbackReceiver();
  const dataDirectory = makeDataDirectory();
  try {
    const product = await startProduct({
      dataDirectory,
      environment: {
        ...environmentFor(options.store),
        ...clock.environment,
        WAYPOST_OUTBOUND_ALLOW: `127.0.0.1/32:${receiver.port}`,
        WAYPOST_EDGE_STANDBY: 'on',
      },
    });
    try {
      return await runOn(product, { options, clock, receiver, timeline });
    } finally {
      timeline.add(`stopped with exit code ${await product.stop()}`);
    }
  } finally {
    receiver.close();
    removeDataDirectory(dataDirectory);
    clock.remove();
  }
}

type Parts = Pick<Run, 'options' | 'receiver' | 'timeline'> & { clock: ShiftedClock };

async function runOn(product: Product, { options, clock, receiver, timeline }: Parts): Promise<SoakRun> {
  const { retentionDays, timezone } = options;
  const retention = { visitDays: retentionDays, eventDays: retentionDays, postbackDays: retentionDays };
  const workspace = await makeFaultWorkspace(product, receiver.port, { timezone, retention });
  const { cookie } = ensureSecrets(product.dataDirectory);
  const clickIds = makeClickIds(deriveKey(cookie, clickIdPurpose));
  const load = new FaultLoad(workspace, clickIds, options.visitsPerSecond);
  const target: SoakTarget = { product, workspace, load, clock, log: (text) => timeline.add(text) };
  const requests = await SoakRequests.start(target);
  const address = readTrafficAddress(product);
  const windows = new WindowChecks({ load, receiver, address, workspaceId: workspace.workspaceId });
  const run: Run = { ...target, options, receiver, requests, windows, timeline };
  windows.begin(clock.now());
  await load.start();
  timeline.add('the load has started');
  const failures = await keepRunning(run);
  await load.stop();
  timeline.add('the load has ended');
  await settle(run);
  await compareDays(run, failures);
  return {
    problems: [...failures, ...windows.problems, ...requests.problems, ...findUnexpected(load)],
    counts: { ...windows.counts, ...requests.counts, ...Object.fromEntries(load.results) },
    output: product.output(),
  };
}

// Waits until everything that was answered is stored. Rows that are missing afterward are lost.
async function settle({ windows, timeline }: Run): Promise<void> {
  const check = async () => {
    const missing = await windows.check({ isEnd: true, finalBeforeMs: 0 });
    if (missing.length > 0) timeline.add(`not stored yet: ${missing.length} (${missing[0]})`);
    return missing.length === 0 ? true : undefined;
  };
  await pollUntil(check, { timeoutMs: settleMs, intervalMs: settlePollMs });
  await windows.check({ isEnd: true, finalBeforeMs: Number.POSITIVE_INFINITY });
}

// Returns what went wrong.
async function keepRunning(run: Run): Promise<string[]> {
  const { options, clock, requests, windows, timeline } = run;
  const { durationMs, jumpEveryMs, jumpMs, sampleEveryMs } = options;
  const failures: string[] = [];
  const ending = AbortSignal.timeout(durationMs);
  const every = (everyMs: number, afterMs: number, work: () => Promise<void>) =>
    repeat(work, { everyMs, afterMs, ending, onFailure: (error) => failures.push(String(error)) });
  const startedAt = performance.now();
  const jump = () => {
    clock.advance(jumpMs);
    windows.begin(clock.now());
    return Promise.resolve();
  };
  await Promise.all([
    every(jumpEveryMs, jumpEveryMs, jump),
    every(jumpEveryMs, jumpEveryMs * 1.75, async () => {
      const finalBeforeMs = clock.now() - (options.retentionDays - 1) * dayMs;
      const missing = await windows.check({ isEnd: false, finalBeforeMs });
      if (missing.length > 0) timeline.add(`not stored yet: ${missing.length} (${missing[0]})`);
    }),
    every(jumpEveryMs * 3, jumpEveryMs * 3.6, () => compareDays(run, failures)),
    every(sampleEveryMs, sampleEveryMs / 2, async () => {
      const values = await takeSample(run);
      const seconds = (performance.now() - startedAt) / 1000;
      options.onSample({ seconds, time: new Date(clock.now()).toISOString(), values });
    }),
    every(60_000, 30_000, async () => options.onRelations(await readRelations(run.product))),
    every(1_000, 500, () => requests.readReport()),
    every(5_000, 2_500, () => requests.usePanel()),
    every(sampleEveryMs, sampleEveryMs / 4, () => requests.measureLag()),
  ]);
  return failures;
}

async function takeSample({ product, options, requests, load }: Run): Promise<Record<string, number>> {
  const visitMs = load.takeLatencies();
  const [panelMs, reportMs, lagMs] = [requests.panelMs, requests.reportMs, requests.lagMs];
  [requests.panelMs, requests.reportMs, requests.lagMs] = [[], [], []];
  return {
    ...(await sampleProcesses(product, options.store)),
    ...(await sampleDisk(product)),
    ...(await sampleQueues(product, options.jumpMs)),
    load_average: loadavg()[0] ?? 0,
    answers_per_second: (visitMs.length * 1000) / options.sampleEveryMs,
    p99_visit: percentile(visitMs, 0.99),
    p99_report: percentile(reportMs, 0.99),
    p99_panel: percentile(panelMs, 0.99),
    lag_seconds: Math.max(0, ...lagMs) / 1000,
    stored_visits: await requests.countVisits().catch(() => 0),
  };
}

// Compares the days of reports with the rows, in the time zone of the workspace. The last day is still in progress, and
// the first one may be incomplete.
async function compareDays(
  { requests, options, clock, product, workspace, timeline }: Run,
  failures: string[],
) {
  const sinceMs = clock.now() - options.retentionDays * dayMs;
  const parts = { address: readTrafficAddress(product), workspaceId: workspace.workspaceId };
  const read = async () => {
    const rows = await countDays(parts, options.timezone, sinceMs);
    const reported = await requests.readDays(sinceMs);
    const complete = [...rows.keys()].toSorted().slice(1, -1);
    return complete
      .filter((day) => rows.get(day) !== reported.get(day))
      .map((day) => `${day}: ${rows.get(day)} visits are stored, ${reported.get(day) ?? 0} in the report`);
  };
  const different = await read().catch((error: unknown) => [String(error)]);
  if (different.length === 0) return;
  // Rows expire between the two queries.
  await sleep(1_000);
  const again = await read().catch((error: unknown) => [String(error)]);
  failures.push(...again);
  for (const line of again) timeline.add(line);
}

function findUnexpected({ results }: FaultLoad): string[] {
  return [...results]
    .filter(([name]) => !/^(?:(?:visit|click) 302|incoming postback 200)$/.test(name))
    .map(([name, count]) => `unexpected answer: ${name} (${count})`);
}
