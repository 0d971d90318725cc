import { createHash } from 'node:crypto';
import { dryRun as dryRunShape, type DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import { rotatorVisits } from '@waypost/contract/rotators/rotator-visits.ts';
import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawHashOf } from '../../src/edge/draw-hash.ts';
import { WaypostError } from '../../src/platform/errors.ts';
import { newEventId } from '../../src/platform/event-ids.ts';
import { newId } from '../../src/platform/ids.ts';
import { asSystem, type ServiceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { countRotatorVisits } from '../../src/services/rotators/count-rotator-visits.ts';
import {
  dryRunWork,
  getDryRun,
  startDryRun,
  stopDryRun,
} from '../../src/services/rotators/dry-runs/dry-runs.ts';
import { runDryRun } from '../../src/services/rotators/dry-runs/run-dry-run.ts';
import { processRun, purgeRuns } from '../../src/services/runs/process-run.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { claimRun, endRun, reportRunProgress } from '../../src/store/runs/runs.ts';
import { openAttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { lightStore } from '../../src/testing/machine.ts';
import { buildRow, buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

const dayMs = 86_400_000;
const processDryRun = (context: ServiceContext & WithTraffic) => processRun(context, dryRunWork);

async function openLab(store = lightStore) {
  const lab = await openAttributionLab(store);
  onTestFinished(() => lab.close());
  const tools = {
    traffic: lab.traffic,
    clickIds: lab.clickIds,
    drawHash: drawHashOf('a secret of the tests'),
  };
  return { lab, tools, worker: { ...lab.worker, ...tools } };
}
type Lab = Awaited<ReturnType<typeof openLab>>;

type Visit = { id: string; timeMs: number; country: string; device: string; extraCells: RowCells };

/** Creates a workspace with a campaign whose visits all took the default path. */
async function makeRecordedVisits(
  { lab, tools }: Lab,
  count: number,
  extraCellsOf: (at: number) => RowCells = () => ({}),
) {
  const base = await makeWorkspace(lab.database, () => new Date(lab.clock.ms));
  const context = { ...base, ...tools };
  const campaign = await makeCampaign(context);
  const rules = await getRotatorRules(context, campaign.rotatorId);
  const { id: offerId } = await createOffer(context, { name: 'O', url: 'https://example.com/?c={clickid}' });
  const visits = Array.from({ length: count }, (_, at): Visit => {
    const timeMs = lab.clock.ms - 1 - Math.floor((at * 6 * dayMs) / count);
    const country = ['DE', 'FR', 'US', ''][at % 4] ?? '';
    const device = at % 3 === 0 ? 'mobile' : 'desktop';
    return { id: newEventId(timeMs), timeMs, country, device, extraCells: extraCellsOf(at) };
  });
  const cells = {
    workspace_id: context.workspaceId,
    campaign_id: campaign.id,
    traffic_source_id: campaign.trafficSourceId,
    rotator_id: campaign.rotatorId,
    path_id: rules.defaultPathId,
    landing_id: '',
    outcome: 'offer',
    cost: '0.25',
  };
  await storeRows(
    lab,
    visits.map(({ id, timeMs, country, device, extraCells }) =>
      buildVisitRow({ ...cells, id, visit_id: id, country, device_type: device, ...extraCells }, timeMs),
    ),
  );
  return { context, campaign, rules, offerId, visits, cells };
}
type RecordedVisits = Awaited<ReturnType<typeof makeRecordedVisits>>;

async function storeRows({ traffic }: Lab['lab'], rows: string[]): Promise<void> {
  const batch = newId();
  const lines = rows.map((row) => `line\t${batch}\t${row}\n`).join('');
  const outcome = await traffic.targets.visits.insert(batch, Buffer.from(lines));
  if (outcome.kind !== 'inserted') throw new Error(outcome.reason);
}

function draftOf({ rules, offerId }: RecordedVisits, conditions: unknown): Partial<RotatorRules> {
  const { version, defaultPathId, paths } = rules;
  return {
    version,
    defaultPathId,
    rules: [{ name: 'Germany', conditions, paths: [{ pathId: 'new-1', weight: 1 }] }] as never,
    paths: [...paths, { id: 'new-1', name: 'German path', offers: [{ offerId, weight: 1 }] }] as never,
  };
}
const isGerman = { field: 'country', op: 'is', values: ['DE'] };

describeLightStores('a dry run with traffic in %s', (name) => {
  test('counts all visits of its own workspace and no others', async () => {
    const lab = await openLab(name);
    const mine = await makeRecordedVisits(lab, 120);
    const other = await makeRecordedVisits(lab, 50);
    const { context, campaign, rules, visits, cells } = mine;
    const german = visits.filter(({ country }) => country === 'DE');
    // A later purchase counts toward the path chosen for its visit.
    const [buyer] = german;
    await storeRows(lab.lab, [
      buildRow({
        ...cells,
        type: 'event',
        id: newId(),
        visit_id: buyer?.id ?? '',
        visit_time: String(buyer?.timeMs),
        time: String(lab.lab.clock.ms),
        cost: '0.75',
        revenue: '12',
      }),
    ]);
    const draft = draftOf(mine, isGerman);
    const result = await runDryRun(context, campaign.rotatorId, { draft, sample: 'all' });
    expect(result).toMatchObject({
      recorded: 120,
      looked: 120,
      judged: 120,
      capped: 0,
      unrecorded: [],
      changed: { visits: german.length, share: 25, error: 0 },
      bySaved: { visits: 0, share: 0, error: 0 },
      fromSaved: { visits: german.length, share: 25, error: 0 },
      movesLeftOut: 0,
    } satisfies Partial<DryRunResult>);
    expect(result.moves).toHaveLength(1);
    const newest = german
      .map(({ id }) => id)
      .toSorted()
      .toReversed();
    expect(result.moves[0]).toMatchObject({
      from: { ruleId: null, pathId: rules.defaultPathId },
      to: { ruleId: 'new-rule-1', pathId: 'new-1' },
      visits: german.length,
      examples: newest.slice(0, 3).map((visitId) => ({ visitId })),
    });
    const [example] = result.moves[0]?.examples ?? [];
    expect(lab.lab.clickIds.decode(example?.clickId ?? '')).toMatchObject({ visitId: newest[0] });
    expect(result.groups.country).toEqual([
      { value: 'DE', visits: 30, changed: 30 },
      { value: 'FR', visits: 30, changed: 0 },
      { value: 'US', visits: 30, changed: 0 },
      { value: null, visits: 30, changed: 0 },
    ]);
    expect(result.groups.trafficSource).toEqual([
      { value: campaign.trafficSourceId, visits: 120, changed: german.length },
    ]);
    expect(result.paths).toHaveLength(2);
    const defaultPath = result.paths.find(({ pathId }) => pathId === rules.defaultPathId);
    expect(defaultPath).toMatchObject({ recorded: 120, draft: 90 });
    // The revenue is 12 and the cost is 30.75.
    expect(defaultPath?.revenuePerVisit?.mean).toBeCloseTo(0.1, 6);
    expect(defaultPath?.profitPerVisit?.mean).toBeCloseTo(-0.15625, 6);
    expect(defaultPath?.profitPerVisit?.low).toBeLessThan(-0.15625);
    expect(result.labels).toMatchObject({ 'new-1': 'German path', 'new-rule-1': 'Germany' });
    await expect(runDryRun(other.context, campaign.rotatorId, {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('samples the visits whose ID hash is below the bound, and estimates the error', async () => {
    const lab = await openLab(name);
    const mine = await makeRecordedVisits(lab, 4_000);
    const bound = Math.round(0.25 * 2 ** 32);
    const sampled = mine.visits.filter(
      ({ id }) => createHash('md5').update(id).digest().readUInt32BE(0) < bound,
    );
    const input = { draft: draftOf(mine, isGerman), sample: 1_000 };
    const result = await runDryRun(mine.context, mine.campaign.rotatorId, input);
    expect(result).toMatchObject({ recorded: 4_000, looked: sampled.length });
    expect(result.changed.visits).toBe(sampled.filter(({ country }) => country === 'DE').length);
    expect(result.changed.error).toBeGreaterThan(1);
    expect(Math.abs(result.changed.share - 25)).toBeLessThan(3 * result.changed.error);
  });

  test('excludes visits that cannot be evaluated and reports the reason', async () => {
    const lab = await openLab(name);
    const extraCellsOf = (at: number): RowCells => {
      if (at < 3) return { reasons: "['path-full']" };
      if (at < 5) return { outcome: 'all-capped' };
      if (at < 9) return { is_bot: '1' };
      // No rules were evaluated for page views reported by the tracking script or for a paused campaign.
      if (at < 11) return { outcome: 'direct' };
      if (at < 13) return { outcome: 'paused', path_id: '' };
      return at % 2 === 0 ? { rule_id: ruleId } : {};
    };
    const ruleId = newId();
    const mine = await makeRecordedVisits(lab, 60, extraCellsOf);
    const any = { any: [isGerman, { field: 'param.utm_term', op: 'is', values: ['x'] }] };
    const input = { draft: draftOf(mine, any), sample: 'all' };
    const result = await runDryRun(mine.context, mine.campaign.rotatorId, input);
    const decided = mine.visits.slice(13);
    const germans = decided.filter(({ country }) => country === 'DE').length;
    expect(result).toMatchObject({
      recorded: 60 - 8,
      capped: 5,
      judged: germans,
      unrecorded: [{ field: 'param.utm_term', visits: decided.length - germans }],
    });
    const withBots = await runDryRun(mine.context, mine.campaign.rotatorId, { ...input, bots: true });
    expect(withBots.recorded).toBe(60 - 4);

    // The visit counts in the rotator editor cover the same visits.
    const { rotatorId } = mine.campaign;
    const counted = await countRotatorVisits(mine.context, rotatorId);
    expect(rotatorVisits.parse(counted)).toMatchObject({
      visits: 52,
      paths: [{ pathId: mine.rules.defaultPathId, visits: 52 }],
    });
    expect(new Map(counted.rules.map((rule) => [rule.ruleId, rule.visits]))).toEqual(
      new Map([
        [ruleId, 23],
        [null, 29],
      ]),
    );
    expect(Date.parse(counted.to) - Date.parse(counted.from)).toBe(7 * dayMs);
    lab.lab.clock.ms += 2 * dayMs;
    expect((await countRotatorVisits(mine.context, rotatorId)).visits).toBeLessThan(52);
    const other = await makeRecordedVisits(lab, 1);
    await expect(countRotatorVisits(other.context, rotatorId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const span = { fromMs: 0, untilMs: lab.lab.clock.ms, withBots: true };
    const { workspaceId } = other.context;
    expect(await lab.tools.traffic.countByRoute({ workspaceId, rotatorId, ...span })).toEqual([]);
  });
});

describe('a dry run in the background', () => {
  test('is queued, completed, and readable for a day in its workspace only', async () => {
    const lab = await openLab();
    const mine = await makeRecordedVisits(lab, 40);
    const { context, campaign } = mine;
    const input = { draft: draftOf(mine, isGerman), sample: 'all' };
    const started = await startDryRun(context, campaign.rotatorId, input);
    expect(dryRunShape.parse(started)).toMatchObject({ state: 'waiting', result: null });
    expect(await processDryRun(lab.worker)).toBe(started.id);
    expect(await processDryRun(lab.worker)).toBeUndefined();
    const done = await getDryRun(context, started.id);
    expect(dryRunShape.parse(done)).toEqual(done);
    expect(done).toMatchObject({ state: 'done', progress: { looked: 40, of: 40 }, failure: null });
    const { labels: _, ...direct } = await runDryRun(context, campaign.rotatorId, input);
    expect(done.result).toMatchObject(direct);
    const other = await makeWorkspace(lab.lab.database);
    await expect(getDryRun(other, started.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stopDryRun(other, started.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    lab.lab.clock.ms += dayMs + 1;
    expect(await purgeRuns(lab.worker)).toBe(1);
    await expect(getDryRun(context, started.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('can be stopped while it waits and while it runs', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeRecordedVisits(lab, 10);
    const waiting = await startDryRun(context, campaign.rotatorId, {});
    expect(await stopDryRun(context, waiting.id)).toMatchObject({ state: 'stopped', result: null });
    expect(await processDryRun(lab.worker)).toBeUndefined();
    const running = await startDryRun(context, campaign.rotatorId, {});
    const { traffic } = lab.tools;
    const countDecided: typeof traffic.countDecided = async (...args) => {
      await stopDryRun(context, running.id);
      return await traffic.countDecided(...args);
    };
    expect(await processDryRun({ ...lab.worker, traffic: { ...traffic, countDecided } })).toBe(running.id);
    expect(await getDryRun(context, running.id)).toMatchObject({ state: 'stopped', result: null });
    // Stopping the run again changes nothing.
    expect(await stopDryRun(context, running.id)).toMatchObject({ state: 'stopped' });
    // The audit log contains one entry for each stopped run, and none for the run that had already ended.
    const actions = await listActions(context, campaign.rotatorId);
    expect(actions.filter((action) => action === 'rotator.dry-run-stop')).toHaveLength(2);
  });

  test("is taken over by another worker when the first dies, and the first worker's late result is ignored", async () => {
    const lab = await openLab();
    const { context, campaign } = await makeRecordedVisits(lab, 10);
    const { id } = await startDryRun(context, campaign.rotatorId, {});
    const first = await asSystem(lab.worker, (executor) => claimRun(executor, ['dry-run'], -1));
    expect(first?.id).toBe(id);
    expect(await processDryRun(lab.worker)).toBe(id);
    if (first === undefined) return;
    await asSystem(lab.worker, async (executor) => {
      expect(await reportRunProgress(executor, first, { done: 1, total: 1, leaseMs: 1 })).toBe(false);
      await endRun(executor, first, { failure: 'late', now: new Date() });
    });
    expect(await getDryRun(context, id)).toMatchObject({ state: 'done', failure: null });
  });

  test.each([
    { stops: 2, ending: { state: 'done', failure: null } },
    {
      stops: 3,
      ending: { state: 'failed', failure: 'The worker stopped 3 times before it finished this run.' },
    },
  ])('is $ending.state after its workers have stopped $stops times', async ({ stops, ending }) => {
    const lab = await openLab();
    const { context, campaign } = await makeRecordedVisits(lab, 1);
    const { id } = await startDryRun(context, campaign.rotatorId, {});
    for (let stopped = 0; stopped < stops; stopped += 1)
      await asSystem(lab.worker, (executor) => claimRun(executor, ['dry-run'], -1));
    expect(await processDryRun(lab.worker)).toBe(id);
    expect(await getDryRun(context, id)).toMatchObject(ending);
  });

  test('reports a failure', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeRecordedVisits(lab, 1);
    const { id } = await startDryRun(context, campaign.rotatorId, {});
    const countDecided = () => Promise.reject(new WaypostError('SERVICE_UNAVAILABLE', 'The store is gone'));
    const traffic = { ...lab.tools.traffic, countDecided };
    expect(await processDryRun({ ...lab.worker, traffic })).toBe(id);
    expect(await getDryRun(context, id)).toMatchObject({
      state: 'failed',
      failure: 'The store is gone',
    });
  });

  test('by a person who may not read personal data rejects a draft with conditions on such data, but runs saved rules', async () => {
    const lab = await openLab();
    const mine = await makeRecordedVisits(lab, 1);
    const { campaign } = mine;
    const viewer = { type: 'user', id: newId(), label: 'viewer', role: 'viewer' } as const;
    const context = { ...mine.context, actor: viewer };
    const byAddress = draftOf(mine, { field: 'ip', op: 'in', values: ['192.0.2.0/24'] });
    await expect(runDryRun(context, campaign.rotatorId, { draft: byAddress })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: [{ path: 'draft' }] },
    });
    await expect(runDryRun(mine.context, campaign.rotatorId, { draft: byAddress })).resolves.toBeDefined();
    await saveRotatorRules(mine.context, campaign.rotatorId, byAddress);
    await expect(runDryRun(context, campaign.rotatorId, {})).resolves.toBeDefined();
  });

  test('is refused while two dry runs are open, and if the draft cannot be published', async () => {
    const lab = await openLab();
    const mine = await makeRecordedVisits(lab, 1);
    const { context, campaign } = mine;
    const start = (input: unknown) => startDryRun(context, campaign.rotatorId, input);
    const [path] = mine.rules.paths;
    const disabled = { ...mine.rules, paths: [{ ...path, enabled: false }] };
    await expect(start({ draft: disabled })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(start({ days: 31 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await start({});
    await start({});
    await expect(start({})).rejects.toMatchObject({ code: 'RATE_LIMITED', reason: 'too-many-dry-runs' });
  });
});
