import fc from 'fast-check';
import type { WorkspaceContext } from '../../services/context.ts';
import { getRotatorRules } from '../../services/rotators/rotator-rules.ts';
import { archiveRotator } from '../../services/rotators/rotators.ts';
import { saveRotatorRules } from '../../services/rotators/save-rotator-rules.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

export type Model = {
  sources: { id: string; isArchived: boolean }[];
  landings: { id: string; isArchived: boolean }[];
  rotators: { id: string; isArchived: boolean; isDefaultEnabled: boolean; pool: string[] }[];
  campaigns: {
    id: string;
    status: 'active' | 'paused' | 'archived';
    source: string;
    rotator: string;
    name: string;
  }[];
};

// Each number in a step selects an existing record, except for this number, which selects an unknown ID.
const unknownIndex = 15;
const pick = fc.nat({ max: unknownIndex });
const picks = fc.array(pick, { minLength: 1, maxLength: 4 });

const addStep = fc.record({ do: fc.constantFrom('add-source', 'add-landing', 'add-rotator') });
const addCampaignStep = fc.record({ do: fc.constant('add-campaign'), source: pick, rotator: pick });
const changeCampaignStep = fc.record({
  do: fc.constant('change-campaign'),
  campaign: pick,
  source: fc.option(pick, { nil: undefined }),
  rotator: fc.option(pick, { nil: undefined }),
  status: fc.constantFrom('active', 'paused', undefined),
  name: fc.constantFrom('A', 'B', undefined),
});
const archiveRecordStep = fc.record({
  do: fc.constantFrom('archive-campaign', 'archive-source', 'archive-landing', 'archive-rotator'),
  one: pick,
});
const bulkRecordsStep = fc.record({
  do: fc.constantFrom(
    'archive-campaigns',
    'restore-campaigns',
    'restore-campaigns',
    'restore-sources',
    'restore-landings',
    'restore-rotators',
  ),
  many: picks,
});
const savePoolStep = fc.record({
  do: fc.constant('save-pool'),
  rotator: pick,
  landings: fc.uniqueArray(pick, { maxLength: 2 }),
  isDefaultEnabled: fc.boolean(),
});

/** A random step. Steps that create records are rare, so that the other steps use the same records repeatedly. */
export const anyStep = fc.oneof(
  { weight: 1, arbitrary: addStep },
  { weight: 2, arbitrary: addCampaignStep },
  { weight: 3, arbitrary: changeCampaignStep },
  { weight: 5, arbitrary: archiveRecordStep },
  { weight: 4, arbitrary: bulkRecordsStep },
  { weight: 2, arbitrary: savePoolStep },
);
export type ModelStep = {
  do: string;
  source?: number | undefined;
  rotator?: number | undefined;
  campaign?: number;
  status?: 'active' | 'paused' | undefined;
  name?: string | undefined;
  one?: number;
  many?: number[];
  landings?: number[];
  isDefaultEnabled?: boolean;
};

function idAt(list: { id: string }[], index = 0): string {
  return index === unknownIndex ? unknownId : (list[index % list.length]?.id ?? unknownId);
}

type Expected = {
  status: number;
  apply?: (created: string) => void;
  missing?: string[];
  blockedIds?: string[];
};

const findById = <Row extends { id: string }>(list: Row[], id: string) => list.find((row) => row.id === id);
const isPublishable = (rotator: Model['rotators'][number] | undefined) =>
  rotator !== undefined && !rotator.isArchived && rotator.isDefaultEnabled;

function expectArchive(record: { isArchived: boolean } | undefined, isUsed: boolean): Expected {
  if (record === undefined) return { status: 404 };
  if (!record.isArchived && isUsed) return { status: 409 };
  return { status: 200, apply: () => (record.isArchived = true) };
}

function expectBulk<Row extends { id: string }>(
  list: Row[],
  ids: string[],
  apply: (row: Row) => void,
): Expected {
  const missing = [...new Set(ids)].filter((id) => findById(list, id) === undefined);
  if (missing.length > 0) return { status: 404, missing };
  return { status: 200, apply: () => ids.forEach((id) => apply(findById(list, id) as Row)) };
}

function expectReferences(
  model: Model,
  source: string | undefined,
  rotator: string | undefined,
): 404 | 409 | undefined {
  const itsSource = source === undefined ? undefined : findById(model.sources, source);
  const itsRotator = rotator === undefined ? undefined : findById(model.rotators, rotator);
  if (
    (source !== undefined && itsSource === undefined) ||
    (rotator !== undefined && itsRotator === undefined)
  )
    return 404;
  if (itsSource?.isArchived === true || (rotator !== undefined && !isPublishable(itsRotator))) return 409;
  return undefined;
}

/** A request, or a service call if only the panel offers the operation. */
export type Act =
  | { send: [method: string, path: string, body?: unknown] }
  | { call: (context: WorkspaceContext) => Promise<unknown> };

function createStep(model: Model, { do: kind, source, rotator }: ModelStep): [Act, Expected] | undefined {
  const page = { name: 'x', url: 'https://example.com/' };
  switch (kind) {
    case 'add-source':
      return [
        { send: ['POST', '/traffic-sources', { name: 'x' }] },
        { status: 200, apply: (id) => model.sources.push({ id, isArchived: false }) },
      ];
    case 'add-landing':
      return [
        { send: ['POST', '/landings', page] },
        { status: 200, apply: (id) => model.landings.push({ id, isArchived: false }) },
      ];
    case 'add-rotator':
      return [
        { send: ['POST', '/rotators', { name: 'x' }] },
        {
          status: 200,
          apply: (id) => model.rotators.push({ id, isArchived: false, isDefaultEnabled: true, pool: [] }),
        },
      ];
    case 'add-campaign': {
      const [sourceId, rotatorId] = [idAt(model.sources, source), idAt(model.rotators, rotator)];
      const destination = { mode: 'use_rotator', rotatorId };
      return [
        { send: ['POST', '/campaigns', { name: 'C', trafficSourceId: sourceId, destination }] },
        {
          status: expectReferences(model, sourceId, rotatorId) ?? 201,
          apply: (id) =>
            model.campaigns.push({ id, status: 'active', source: sourceId, rotator: rotatorId, name: 'C' }),
        },
      ];
    }
    default:
      return undefined;
  }
}

function changeStep(model: Model, step: ModelStep): [Act, Expected] | undefined {
  if (step.do !== 'change-campaign') return undefined;
  const id = idAt(model.campaigns, step.campaign);
  const source = step.source === undefined ? undefined : idAt(model.sources, step.source);
  const rotator = step.rotator === undefined ? undefined : idAt(model.rotators, step.rotator);
  const { status, name } = step;
  const body = {
    name,
    status,
    trafficSourceId: source,
    ...(rotator === undefined ? {} : { destination: { rotatorId: rotator } }),
  };
  const act: Act = { send: ['PATCH', `/campaigns/${id}`, body] };
  const campaign = findById(model.campaigns, id);
  if (campaign === undefined) return [act, { status: 404 }];
  const changedSource = source === campaign.source ? undefined : source;
  const changedRotator = rotator === campaign.rotator ? undefined : rotator;
  const refusal = expectReferences(model, changedSource, changedRotator);
  if (refusal === 404) return [act, { status: 404 }];
  if (campaign.status === 'archived' || refusal === 409) return [act, { status: 409 }];
  const apply = () => {
    campaign.name = name ?? campaign.name;
    campaign.status = status ?? campaign.status;
    campaign.source = source ?? campaign.source;
    campaign.rotator = rotator ?? campaign.rotator;
  };
  return [act, { status: 200, apply }];
}

function archiveStep(model: Model, step: ModelStep): [Act, Expected] | undefined {
  const live = model.campaigns.filter(({ status }) => status !== 'archived');
  switch (step.do) {
    case 'archive-campaign': {
      const id = idAt(model.campaigns, step.one);
      const campaign = findById(model.campaigns, id);
      return [
        { send: ['DELETE', `/campaigns/${id}`] },
        campaign === undefined
          ? { status: 404 }
          : { status: 200, apply: () => (campaign.status = 'archived') },
      ];
    }
    case 'archive-source': {
      const id = idAt(model.sources, step.one);
      const isUsed = live.some(({ source }) => source === id);
      return [
        { send: ['DELETE', `/traffic-sources/${id}`] },
        expectArchive(findById(model.sources, id), isUsed),
      ];
    }
    case 'archive-landing': {
      const id = idAt(model.landings, step.one);
      const isUsed = model.rotators.some(({ pool }) => pool.includes(id));
      return [{ send: ['DELETE', `/landings/${id}`] }, expectArchive(findById(model.landings, id), isUsed)];
    }
    case 'archive-rotator': {
      const id = idAt(model.rotators, step.one);
      const isUsed = live.some(({ rotator }) => rotator === id);
      return [
        { call: (context) => archiveRotator(context, id) },
        expectArchive(findById(model.rotators, id), isUsed),
      ];
    }
    default:
      return undefined;
  }
}

function bulkStep(model: Model, step: ModelStep): [Act, Expected] | undefined {
  const idsOf = (list: { id: string }[]) => (step.many ?? []).map((index) => idAt(list, index));
  const restore = (name: string, list: { id: string; isArchived: boolean }[]): [Act, Expected] => [
    { send: ['POST', `/${name}/restore`, { ids: idsOf(list) }] },
    expectBulk(list, idsOf(list), (row) => (row.isArchived = false)),
  ];
  switch (step.do) {
    case 'archive-campaigns': {
      const ids = idsOf(model.campaigns);
      return [
        { send: ['POST', '/campaigns/archive', { ids }] },
        expectBulk(model.campaigns, ids, (campaign) => (campaign.status = 'archived')),
      ];
    }
    case 'restore-campaigns':
      return restoreCampaignsStep(model, idsOf(model.campaigns));
    case 'restore-sources':
      return restore('traffic-sources', model.sources);
    case 'restore-landings':
      return restore('landings', model.landings);
    case 'restore-rotators':
      return restore('rotators', model.rotators);
    default:
      return undefined;
  }
}

function restoreCampaignsStep(model: Model, ids: string[]): [Act, Expected] {
  const act: Act = { send: ['POST', '/campaigns/restore', { ids }] };
  const expected = expectBulk(model.campaigns, ids, (campaign) => {
    if (campaign.status === 'archived') campaign.status = 'active';
  });
  if (expected.status === 404) return [act, expected];
  const blockedIds = model.campaigns
    .filter(({ id, status }) => ids.includes(id) && status === 'archived')
    .filter(({ source, rotator }) => expectReferences(model, source, rotator) !== undefined)
    .map(({ id }) => id);
  return [act, blockedIds.length === 0 ? expected : { status: 409, blockedIds }];
}

function poolStep(model: Model, step: ModelStep): [Act, Expected] | undefined {
  if (step.do !== 'save-pool') return undefined;
  const id = idAt(model.rotators, step.rotator);
  const pool = (step.landings ?? []).map((index) => idAt(model.landings, index));
  const enabled = step.isDefaultEnabled ?? true;
  const call = async (context: WorkspaceContext) => {
    const rules = await getRotatorRules(context, id);
    const [path] = rules.paths;
    const landings = [...new Set(pool)].map((landingId) => ({ landingId }));
    await saveRotatorRules(context, id, { ...rules, paths: [{ ...path, enabled, landings }] });
  };
  const rotator = findById(model.rotators, id);
  if (rotator === undefined) return [{ call }, { status: 404 }];
  if (rotator.isArchived) return [{ call }, { status: 409 }];
  if (pool.some((landing) => findById(model.landings, landing) === undefined))
    return [{ call }, { status: 404 }];
  const isUsed = model.campaigns.some(
    (campaign) => campaign.rotator === id && campaign.status !== 'archived',
  );
  const isRefused =
    pool.some((landing) => findById(model.landings, landing)?.isArchived === true) || (isUsed && !enabled);
  return [
    { call },
    isRefused
      ? { status: 409 }
      : { status: 200, apply: () => Object.assign(rotator, { isDefaultEnabled: enabled, pool }) },
  ];
}

export function planStep(model: Model, step: ModelStep): [Act, Expected] {
  return (
    createStep(model, step) ??
    changeStep(model, step) ??
    archiveStep(model, step) ??
    bulkStep(model, step) ??
    poolStep(model, step) ?? [{ send: ['GET', '/whoami'] }, { status: 200 }]
  );
}

export const firstSteps: ModelStep[] = [
  'add-source',
  'add-rotator',
  'add-landing',
  'add-source',
  'add-rotator',
].map((kind) => ({ do: kind }));
