import { createHash } from 'node:crypto';
import { dryRun as dryRunShape, type DryRunResult } from '@waypost/contract/dry-runs.ts';
import { rotatorVisits } from '@waypost/contract/rotator-visits.ts';
import type { RotatorRules } from '@waypost/contract/rotators.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawHashOf } from '../../src/edge/draw-hash.ts';
import { newEventId } from '../../src/platform/event-ids.ts';
import { newId } from '../../src/platform/ids.ts';
import { asSystem, type ServiceContext, type WorkspaceContext } from '../../src/services/context.ts';
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
import { claimRun, endRun, reportRunProgress } from '../../src/store/runs/runs.ts';
import { openAttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { lightStore } from '../../src/testing/machine.ts';
import { buildRow, buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { listActions } from '../../src/testing/workspaces/records.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

const dayMs = 86_400_000;
const processDryRun = (context: ServiceContext) => processRun(context, dryRunWork);

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

type Visit = { id: string; timeMs: number; country: string; device: string; cells: RowCells };

/** A workspace with a campaign whose visits all took the default path. */
async function makeVisited(
  { lab, tools }: Lab,
  many: number,
  cellsOf: (at: number) => RowCells = () => ({}),
) {
  const base = await makeWorkspace(lab.database, () => new Date(lab.clock.ms));
  const context: WorkspaceContext = { ...base, ...tools };
  const campaign = await makeCampaign(context);
  const rules = await getRotatorRules(context, campaign.rotatorId);
  const { id: offerId } = await createOffer(context, { name: 'O', url: 'https://example.com/?c={clickid}' });
  const visits = Array.from({ length: many }, (_, at): Visit => {
    const timeMs = lab.clock.ms - 1 - Math.floor((at * 6 * dayMs) / many);
    const country = ['DE', 'FR', 'US', ''][at % 4] ?? '';
    const device = at % 3 === 0 ? 'mobile' : 'desktop';
    return { id: newEventId(timeMs), timeMs, country, device, cells: cellsOf(at) };
  });
  const own = {
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
    visits.map(({ id, timeMs, country, device, cells }) =>
      buildVisitRow({ ...own, id, visit_id: id, country, device_type: device, ...cells }, timeMs),
    ),
  );
  return { context, campaign, rules, offerId, visits, own };
}
type Visited = Awaited<ReturnType<typeof makeVisited>>;

async function storeRows({ traffic }: Lab['lab'], rows: string[]): Promise<void> {
  const batch = newId();
  const lines = rows.map((row) => `line\t${batch}\t${row}\n`).join('');
  const outcome = await traffic.targets.visits.insert(batch, Buffer.from(lines));
  if (outcome.kind !== 'inserted') throw new Error(outcome.reason);
}

/** Visitors of a country get a path of their own. */
function draftOf({ rules, offerId }: Visited, conditions: unknown): Partial<RotatorRules> {
  const { version, defaultPathId, paths } = rules;
  return {
    version,
    defaultPathId,
    rules: [{ name: 'Germany', conditions, paths: [{ pathId: 'new-1', weight: 1 }] }] as never,
    paths: [...paths, { id: 'new-1', name: 'German path', offers: [{ offerId, weight: 1 }] }] as never,
  };
}
const isGerman = { field: 'country', op: 'is', values: ['DE'] };

describeLightStores('in %s', (name) => {
  test('counts of a dry run are those of the visits themselves, whatever other workspaces have', async () => {
    const lab = await openLab(name);
    const mine = await makeVisited(lab, 120);
    const other = await makeVisited(lab, 50);
    const { context, campaign, rules, visits, own } = mine;
    const germans = visits.filter(({ country }) => country === 'DE');
    // What somebody bought later belongs to the path of the visit.
    const [buyer] = germans;
    await storeRows(lab.lab, [
      buildRow({
        ...own,
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
      changed: { visits: germans.length, share: 25, error: 0 },
      bySaved: { visits: 0, share: 0, error: 0 },
      fromSaved: { visits: germans.length, share: 25, error: 0 },
      movesLeftOut: 0,
    } satisfies Partial<DryRunResult>);
    expect(result.moves).toHaveLength(1);
    const newest = germans
      .map(({ id }) => id)
      .toSorted()
      .toReversed();
    expect(result.moves[0]).toMatchObject({
      from: { ruleId: null, pathId: rules.defaultPathId },
      to: { ruleId: 'new-rule-1', pathId: 'new-1' },
      visits: germans.length,
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
      { value: campaign.trafficSourceId, visits: 120, changed: germans.length },
    ]);
    expect(result.paths).toHaveLength(2);
    const taken = result.paths.find(({ pathId }) => pathId === rules.defaultPathId);
    expect(taken).toMatchObject({ recorded: 120, draft: 90 });
    // 12 of revenue, and 30.75 of cost.
    expect(taken?.revenuePerVisit?.mean).toBeCloseTo(0.1, 6);
    expect(taken?.profitPerVisit?.mean).toBeCloseTo(-0.15625, 6);
    expect(taken?.profitPerVisit?.low).toBeLessThan(-0.15625);
    expect(result.labels).toMatchObject({ 'new-1': 'German path', 'new-rule-1': 'Germany' });
    await expect(runDryRun(other.context, campaign.rotatorId, {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('a sample has the visits whose ids have a hash below the bound, and says how far it may be off', async () => {
    const lab = await openLab(name);
    const mine = await makeVisited(lab, 4_000);
    const bound = Math.round(0.25 * 2 ** 32);
    const taken = mine.visits.filter(
      ({ id }) => createHash('md5').update(id).digest().readUInt32BE(0) < bound,
    );
    const given = { draft: draftOf(mine, isGerman), sample: 1_000 };
    const result = await runDryRun(mine.context, mine.campaign.rotatorId, given);
    expect(result).toMatchObject({ recorded: 4_000, looked: taken.length });
    expect(result.changed.visits).toBe(taken.filter(({ country }) => country === 'DE').length);
    expect(result.changed.error).toBeGreaterThan(1);
    expect(Math.abs(result.changed.share - 25)).toBeLessThan(3 * result.changed.error);
  });

  test('visits are left out that cannot be judged, and it is said why', async () => {
    const lab = await openLab(name);
    const cellsOf = (at: number): RowCells => {
      if (at < 3) return { reasons: "['path-full']" };
      if (at < 5) return { outcome: 'all-capped' };
      if (at < 9) return { is_bot: '1' };
      // Somebody was on a page that reports itself, or the campaign was paused: no rule decided.
      if (at < 11) return { outcome: 'direct' };
      if (at < 13) return { outcome: 'paused', path_id: '' };
      return at % 2 === 0 ? { rule_id: ruleId } : {};
    };
    const ruleId = newId();
    const mine = await makeVisited(lab, 60, cellsOf);
    const any = { any: [isGerman, { field: 'param.utm_term', op: 'is', values: ['x'] }] };
    const given = { draft: draftOf(mine, any), sample: 'all' };
    const result = await runDryRun(mine.context, mine.campaign.rotatorId, given);
    const decided = mine.visits.slice(13);
    const germans = decided.filter(({ country }) => country === 'DE').length;
    expect(result).toMatchObject({
      recorded: 60 - 8,
      capped: 5,
      judged: germans,
      unrecorded: [{ field: 'param.utm_term', visits: decided.length - germans }],
    });
    const withBots = await runDryRun(mine.context, mine.campaign.rotatorId, { ...given, bots: true });
    expect(withBots.recorded).toBe(60 - 4);

    // Rules and paths of an editor are told of the same visits.
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
    lab.lab.clock.ms += 2 * dayMs;
    expect((await countRotatorVisits(mine.context, rotatorId)).visits).toBeLessThan(52);
    const other = await makeVisited(lab, 1);
    await expect(countRotatorVisits(other.context, rotatorId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const span = { fromMs: 0, untilMs: lab.lab.clock.ms, withBots: true };
    const { workspaceId } = other.context;
    expect(await lab.tools.traffic.countByRoute({ workspaceId, rotatorId, ...span })).toEqual([]);
  });
});

describe('a run that a worker does', () => {
  test('waits, is done, can be read for a day, and only in its workspace', async () => {
    const lab = await openLab();
    const mine = await makeVisited(lab, 40);
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

  test('is stopped while it waits, and while it runs', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeVisited(lab, 10);
    const waiting = await startDryRun(context, campaign.rotatorId, {});
    expect(await stopDryRun(context, waiting.id)).toMatchObject({ state: 'stopped', result: null });
    expect(await processDryRun(lab.worker)).toBeUndefined();
    const running = await startDryRun(context, campaign.rotatorId, {});
    const { traffic } = lab.tools;
    const countDecided: typeof traffic.countDecided = async (...asked) => {
      await stopDryRun(context, running.id);
      return await traffic.countDecided(...asked);
    };
    expect(await processDryRun({ ...lab.worker, traffic: { ...traffic, countDecided } })).toBe(running.id);
    expect(await getDryRun(context, running.id)).toMatchObject({ state: 'stopped', result: null });
    // Stopped once more, it stays as it is.
    expect(await stopDryRun(context, running.id)).toMatchObject({ state: 'stopped' });
    // The audit log has each stop once, and nothing of a run that had already ended.
    const actions = await listActions(context, campaign.rotatorId);
    expect(actions.filter((action) => action === 'rotator.dry-run-stop')).toHaveLength(2);
  });

  test('goes on with another worker where the first is gone, and what that one says then does not count', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeVisited(lab, 10);
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

  test('fails once its workers have stopped three times', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeVisited(lab, 1);
    const { id } = await startDryRun(context, campaign.rotatorId, {});
    for (let stopped = 0; stopped < 3; stopped += 1)
      await asSystem(lab.worker, (executor) => claimRun(executor, ['dry-run'], -1));
    expect(await processDryRun(lab.worker)).toBe(id);
    expect(await getDryRun(context, id)).toMatchObject({
      state: 'failed',
      failure: 'The worker stopped 3 times before it could finish.',
    });
  });

  test('finishes after its workers have stopped twice', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeVisited(lab, 1);
    const { id } = await startDryRun(context, campaign.rotatorId, {});
    for (let stopped = 0; stopped < 2; stopped += 1)
      await asSystem(lab.worker, (executor) => claimRun(executor, ['dry-run'], -1));
    expect(await processDryRun(lab.worker)).toBe(id);
    expect(await getDryRun(context, id)).toMatchObject({ state: 'done', failure: null });
  });

  test('tells whoever waits that it failed', async () => {
    const lab = await openLab();
    const { context, campaign } = await makeVisited(lab, 1);
    const { id } = await startDryRun(context, campaign.rotatorId, {});
    const { traffic: _, ...without } = lab.worker;
    expect(await processDryRun(without)).toBe(id);
    expect(await getDryRun(context, id)).toMatchObject({
      state: 'failed',
      failure: 'Recorded traffic is not available in this role (start with `--role api`)',
    });
  });

  test('is refused where two are open, and where the draft could not be served', async () => {
    const lab = await openLab();
    const mine = await makeVisited(lab, 1);
    const { context, campaign } = mine;
    const start = (input: unknown) => startDryRun(context, campaign.rotatorId, input);
    const [path] = mine.rules.paths;
    const off = { ...mine.rules, paths: [{ ...path, enabled: false }] };
    await expect(start({ draft: off })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(start({ days: 31 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await start({});
    await start({});
    await expect(start({})).rejects.toMatchObject({ code: 'RATE_LIMITED', reason: 'too-many-dry-runs' });
  });
});
