import {
  findField,
  rotatorConditions,
  rotatorFields,
  type ConditionOperator,
  type ConditionValue,
  type FieldKind,
} from '@waypost/contract/conditions/conditions.ts';
import { visitExplanation, type VisitExplanation } from '@waypost/contract/rotators/visit-explanation.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { explainVisit as explainVisitTool } from '../../src/agents/tools/explain-visit.ts';
import { requiredAttributes, RecordedFacts, recordedParams } from '../../src/domain/replay/recorded-facts.ts';
import { replayVisit } from '../../src/domain/replay/replay-visit.ts';
import type { ServedCampaign } from '../../src/edge/snapshot/served-campaign.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { explainVisit } from '../../src/services/rotators/evaluation/explain-visit.ts';
import { updateRotatorSettings } from '../../src/services/rotators/rotator-settings.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { openAttributionLab } from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { lightStores } from '../../src/testing/machine.ts';
import { pipelineClient, type PipelineClient } from '../../src/testing/pipeline/pipeline-actions.ts';
import { openPipelineLab } from '../../src/testing/pipeline/pipeline-lab.ts';
import { describeRequest, keptCookie } from '../../src/testing/pipeline/pipeline-requests.ts';
import {
  pipelineAgents,
  pipelineDeviceNames,
  pipelineLanguages,
  pipelineLocations,
  pipelineReferrers,
} from '../../src/testing/pipeline/pipeline-visitors.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

// Failures report the seed that reproduces them.
const seed = Number(process.env['REPLAY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rotators = rounds(4, 40);
const visitsEach = 40;
const explainedEach = rounds(8, 40);

// Values that occur in the test traffic, so that conditions match some visits and not others.
const sentValues: Readonly<Record<string, readonly ConditionValue[]>> = {
  ...Object.fromEntries(
    pipelineDeviceNames.map((name, at) => [name, pipelineAgents.flatMap(({ device }) => device[at] ?? [])]),
  ),
  ...Object.fromEntries(
    ['region', 'city', 'isp'].map((name) => [name, pipelineLocations.flatMap(([, at]) => at[name] ?? [])]),
  ),
  language: pipelineLanguages.flatMap(([, language]) => language ?? []),
  referrerDomain: pipelineReferrers.flatMap(([, domain]) => domain ?? []),
};
const valuesByKind: Record<Exclude<FieldKind, 'id'>, readonly ConditionValue[]> = {
  text: ['plain', '0', 'a b', 'c-1', 'Mobile', 'https://www.News.example:8443/a?b=c'],
  country: ['DE', 'FR', 'unknown'],
  number: [0, 1, 64_512],
  boolean: [true, false],
  address: ['81.2.3.4', '203.0.113.7'],
  version: ['10', '12.1', '120.0', '131'],
  weekday: [1, 3, 6],
  hour: [6, 12, 18],
  choice: [],
  unique: [],
  date: [0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
};

// The links of the test traffic set one token.
const fieldNames = Object.keys(rotatorFields)
  .filter((name) => !/^token(?!1$)/.test(name))
  .flatMap((name) => (name === 'param.NAME' ? ['param.token1', 'param.click'] : [name]));

function valuesFor(
  name: string,
  op: ConditionOperator,
  recordIds: readonly string[],
): fc.Arbitrary<readonly ConditionValue[]> {
  const { kind, choices } = findField(rotatorFields, name) ?? missingPart(name);
  if (op === 'isEmpty' || op === 'isSet') return fc.constant([]);
  if (op === 'in') return fc.constant(['192.0.0.0/4']);
  if (op === 'matches') return fc.constantFrom(['^[A-D]'], ['e']);
  const isOrder = op === 'lt' || op === 'gt' || op === 'between';
  const byKind = { ...valuesByKind, id: recordIds }[kind === 'text' && isOrder ? 'number' : kind];
  const value = fc.constantFrom(...(sentValues[name] ?? choices ?? byKind));
  return fc.array(value, { minLength: 1, maxLength: 2 });
}

function leafOver(recordIds: readonly string[]) {
  return fc
    .constantFrom(...fieldNames)
    .chain((field) => {
      const { operators } = findField(rotatorFields, field) ?? missingPart(field);
      return fc.record({ field: fc.constant(field), op: fc.constantFrom(...operators) });
    })
    .chain(({ field, op }) => valuesFor(field, op, recordIds).map((values) => ({ field, op, values })))
    .filter((leaf) => rotatorConditions.safeParse(leaf).success);
}

function conditionsOver(recordIds: readonly string[]) {
  const condition = leafOver(recordIds);
  return fc.option(
    fc.oneof(
      condition,
      fc.array(condition, { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      fc.array(condition, { minLength: 2, maxLength: 3 }).map((any) => ({ any })),
      condition.map((not) => ({ not })),
    ),
    { freq: 8 },
  );
}
const weight = fc.integer({ min: 0, max: 5 });
/** Fields that the edge knows but that are not recorded in the visit's row. */
const notRecorded = ['param.click', 'ip', 'unique', 'continent'];
// Pool that is empty or has at least one positive weight.
const pool = fc
  .array(weight, { minLength: 3, maxLength: 3 })
  .map((weights) => (weights.some((share) => share > 0) ? weights : []));
const planOver = (recordIds: readonly string[]) =>
  fc.record({
    paths: fc.array(fc.record({ landings: pool, offers: pool }), { minLength: 3, maxLength: 3 }),
    rules: fc.array(
      fc.record({
        conditions: conditionsOver(recordIds),
        paths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
      }),
      { maxLength: 6 },
    ),
    sticky: fc.record({ sticky: fc.boolean(), stickyLanding: fc.boolean(), stickyOffer: fc.boolean() }),
  });
const person = fc.record({
  client: pipelineClient,
  token: fc.constantFrom('', 'plain', '0', 'a+b', '%7Bsubid%7D'),
  click: fc.constantFrom('', 'c-1'),
});

async function openSetup(store: (typeof lightStores)[number]) {
  const lab = await openAttributionLab(store);
  onTestFinished(() => lab.close());
  const pipeline = await openPipelineLab(lab);
  const context = await makeWorkspace(lab.database, () => new Date(lab.clock.ms));
  const campaign = await makeCampaign(context);
  const page = { name: 'X', url: 'https://example.com/?c={clickid}' };
  const ids = { landings: [] as string[], offers: [] as string[] };
  for (let at = 0; at < 3; at += 1) {
    ids.landings.push((await createLanding(context, page)).id);
    ids.offers.push((await createOffer(context, page)).id);
  }
  return { lab, pipeline, context, campaign, ids };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;
type Plan = ReturnType<typeof planOver> extends fc.Arbitrary<infer Value> ? Value : never;

async function saveAndServe(
  { pipeline, context, campaign, ids }: Setup,
  sample: Plan,
): Promise<ServedCampaign> {
  const { rotatorId } = campaign;
  await updateRotatorSettings(context, rotatorId, sample.sticky);
  const { version, defaultPathId } = await getRotatorRules(context, rotatorId);
  const pathIds = [defaultPathId, 'new-1', 'new-2'];
  await saveRotatorRules(context, rotatorId, {
    version,
    defaultPathId,
    rules: sample.rules.map(({ conditions: tree, paths }, at) => ({
      name: `Rule ${at}`,
      conditions: tree,
      paths: paths.map((share, path) => ({ pathId: pathIds[path], weight: share })),
    })),
    paths: sample.paths.map(({ landings, offers }, path) => ({
      id: pathIds[path],
      name: `Path ${path}`,
      landings: landings.map((share, at) => ({ landingId: ids.landings[at], weight: share })),
      offers: offers.map((share, at) => ({ offerId: ids.offers[at], weight: share })),
    })),
  });
  await waitUntil(async () => (await pipeline.publish()).has(campaign.id));
  const served = pipeline.edge.parts.snapshot.find(campaign.id);
  if (served === undefined) throw new Error('campaign is not served');
  return served;
}

async function visit(
  { lab, pipeline, campaign }: Setup,
  cookieJars: Map<number, string>,
  { client, token, click }: { client: PipelineClient; token: string; click: string },
): Promise<void> {
  lab.clock.ms += 3;
  const request = describeRequest(client, cookieJars.get(client.jar));
  const answer = await pipeline.edge.send(`/c/${campaign.id}?token1=${token}&click=${click}`, request);
  cookieJars.set(client.jar, keptCookie(answer));
}

/** Explains some visits to a member, who may read personal data, and to an AI agent, which may not. */
async function expectExplained(
  { lab, context, campaign }: Setup,
  visitIds: readonly string[],
): Promise<void> {
  const member = {
    ...context,
    actor: { type: 'user', id: campaign.id, label: 'member', role: 'member' } as const,
    traffic: lab.traffic,
    clickIds: lab.worker.clickIds ?? missingPart('click ids'),
  };
  const agent = { ...member, actor: { type: 'agent', id: campaign.id, label: 'agent' } as const };
  const verdicts = new Map<string, number>();
  for (const id of visitIds)
    for (const reader of [member, agent]) {
      const explanation = await explainVisit(reader, id);
      expect(visitExplanation.parse(explanation)).toEqual(explanation);
      expectRecordedRuleToMatch(explanation);
      const key = `${reader.actor.type} ${explanation.verdict}`;
      verdicts.set(key, (verdicts.get(key) ?? 0) + 1);
      if (reader === member) continue;
      const { data } = await explainVisitTool.run(reader as never, { id } as never);
      expect(data).toMatchObject({ rules: explanation, rulesNote: explanation.note });
    }
  expect(verdicts.get('user agrees')).toBeGreaterThan(0);
  expect([...verdicts.keys()].some((key) => key.endsWith('contradicts'))).toBe(false);
}

function expectRecordedRuleToMatch({
  recorded,
  verdict,
  usesDecidingRules,
  evaluation,
}: VisitExplanation): void {
  expect(usesDecidingRules).toBe(true);
  expect(verdict).toMatch(/^(?:agrees|undetermined)$/);
  const rules = evaluation?.rules.filter(({ isServed }) => isServed) ?? [];
  const at = recorded.ruleId === null ? rules.length : rules.findIndex(({ id }) => id === recorded.ruleId);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(rules.slice(0, at).filter(({ holds }) => holds === true)).toEqual([]);
  expect(rules[at]?.holds ?? null).not.toBe(false);
  const unknown = rules.slice(0, at + 1).filter(({ holds }) => holds === null);
  expect(verdict).toBe(unknown.length === 0 ? 'agrees' : 'undetermined');
  expect(evaluation?.ruleId).toBe(recorded.ruleId);
  const path = evaluation?.paths.find(({ id }) => id === recorded.pathId);
  expect(path?.share).toBeGreaterThan(0);
}

function missingPart(name: string): never {
  throw new Error(`missing ${name}`);
}

describeLightStores('replayed visits in %s', (store) => {
  test(`get the same rule, path, landing page and offer as recorded (seed ${seed})`, async () => {
    const all = await openSetup(store);
    const { lab, pipeline, context, campaign } = all;
    const cookieJars = new Map<number, string>();
    const served: { campaign: ServedCampaign; fromMs: number; untilMs: number }[] = [];
    const plan = planOver([campaign.id, campaign.trafficSourceId]);
    for (const [at, sample] of fc.sample(plan, { seed, numRuns: rotators }).entries()) {
      const fromMs = lab.clock.ms + 1;
      const now = await saveAndServe(all, sample);
      for (const one of fc.sample(person, { seed: seed + at, numRuns: visitsEach }))
        await visit(all, cookieJars, one);
      served.push({ campaign: now, fromMs, untilMs: lab.clock.ms + 1 });
      lab.clock.ms += 5 * 3_600_000;
    }
    await pipeline.settle();
    const outcomes = new Set<string>();
    const explained: string[] = [];
    for (const { campaign: then, fromMs, untilMs } of served) {
      const params = recordedParams(then.document.source);
      const facts = new RecordedFacts({
        hasAddresses: false,
        paramsOf: new Map([[campaign.id, params]]),
      });
      const attributes = requiredAttributes(
        then.document.rules.map((rule) => rule.conditions),
        [params],
      );
      const request = { workspaceId: context.workspaceId, rotatorId: campaign.rotatorId, fromMs, untilMs };
      const visits = await lab.traffic.readDecided(
        { ...request, withBots: true },
        { attributes, hashBound: 2 ** 32 },
      );
      expect(visits).toHaveLength(visitsEach);
      explained.push(...visits.slice(0, explainedEach).map(({ visitId }) => visitId));
      const { sticky: path, stickyLanding = false, stickyOffer = false } = then.document.rotator;
      const stickiness = { path, landing: stickyLanding, offer: stickyOffer };
      for (const one of visits) {
        const replayed = replayVisit(then.routing, one, {
          facts,
          drawHash: pipeline.edge.parts.drawHash,
          stickiness,
        });
        if (facts.unrecorded !== undefined) {
          expect(notRecorded).toContain(facts.unrecorded);
          continue;
        }
        expect({
          ruleId: replayed.ruleId,
          pathId: replayed.path.id,
          landingId: replayed.landing?.id ?? null,
          offerId: replayed.offer?.id ?? null,
        }).toEqual({
          ruleId: one.ruleId,
          pathId: one.pathId,
          landingId: one.landingId,
          offerId: one.offerId,
        });
        outcomes.add(`${one.pathId} ${one.landingId} ${one.offerId} ${one.isSticky}`);
      }
    }
    // Checks that the sample contains enough different decisions.
    expect(outcomes.size).toBeGreaterThan(rotators);
    await expectExplained(all, explained);
  });
});
