import type { GoalAction, GoalRule } from '@waypost/contract/goals/goals.ts';
import type { VisitAttribute } from '@waypost/contract/visits/visit-attributes.ts';
import { loadGoals, type EventTerms, type Goals } from '../domain/conversions/index.ts';
import type { RecordedVisit } from '../domain/traffic/recorded-visit.ts';
import {
  listNetworkTerms,
  listOfferTerms,
  listRecordNames,
  listWorkspaceTerms,
  type CampaignTerms,
  type NetworkTerms,
  type OfferTerms,
  type OwnedId,
  type WorkspaceTerms,
} from '../store/conversions/attribution-terms.ts';
import type { Executor } from '../store/database/database.ts';
import { listSourceTerms, type SourceTerms } from '../store/postbacks/receiver-settings.ts';
import { readGoalRules } from '../store/records/goal-rules.ts';

type LoadedGoals = { goals: Goals; actions: ReadonlyMap<string, readonly GoalAction[]> };

export type EventSettings = {
  terms: EventTerms;
  workspace: WorkspaceTerms;
  network: NetworkTerms | undefined;
  offer: OfferTerms | undefined;
  source: SourceTerms | undefined;
  goals: LoadedGoals;
  names: { rotator?: string; path?: string; landing?: string; offer?: string };
};

/** Unsaved goal rules that replace the saved rules of the campaign. */
export type GoalDraft = { campaignId: string; rules: GoalRule[] };

/** Origin of an event. The IP address and token are checked only for events from affiliate networks. */
export type EventSource = 'network' | 'upload' | 'page';

/** Everything about an event that determines its settings. */
type SettingsKey = {
  event: { source: EventSource };
  visit: Pick<RecordedVisit, Decisive>;
  campaign: CampaignTerms;
};

export type SettingsOf = (event: SettingsKey) => EventSettings;

export async function loadEventSettings(
  executor: Executor,
  events: readonly SettingsKey[],
  draft?: GoalDraft,
): Promise<SettingsOf> {
  const workspaces = byId(
    await listWorkspaceTerms(executor, [...new Set(events.map(({ campaign }) => campaign.workspaceId))]),
  );
  const networks = byId(await listNetworkTerms(executor, named(events, ['affiliateNetworkId'])));
  const offers = byId(await listOfferTerms(executor, named(events, ['offerId'])));
  const sources = byId(await listSourceTerms(executor, named(events, ['trafficSourceId'])));
  const names = byId(await listRecordNames(executor, named(events, ['rotatorId', 'pathId', 'landingId'])));
  const goals = new Map<string, LoadedGoals>();
  for (const { campaign } of events) {
    const { timezone } = getTerms(workspaces, campaign.workspaceId);
    if (goals.has(campaign.id)) continue;
    const loaded =
      draft?.campaignId === campaign.id
        ? compile(draft.rules, timezone)
        : await readGoals(executor, campaign, timezone);
    goals.set(campaign.id, loaded);
  }
  return remember(({ visit, campaign, event }) => {
    const workspace = getTerms(workspaces, campaign.workspaceId);
    const network = networks.get(visit.affiliateNetworkId ?? '');
    const offer = offers.get(visit.offerId ?? '');
    const nameOf = (attribute: Decisive) => names.get(visit[attribute] ?? '')?.name;
    const loaded = getTerms(goals, campaign.id);
    return {
      workspace,
      network,
      offer,
      source: sources.get(visit.trafficSourceId ?? ''),
      goals: loaded,
      terms: buildTerms({ event, campaign, workspace, network, offer, goals: loaded.goals }),
      names: onlyKnown({
        rotator: nameOf('rotatorId'),
        path: nameOf('pathId'),
        landing: nameOf('landingId'),
        offer: offer?.name,
      }),
    };
  });
}

const decisive = [
  'affiliateNetworkId',
  'offerId',
  'trafficSourceId',
  'rotatorId',
  'pathId',
  'landingId',
] as const satisfies readonly VisitAttribute[];
type Decisive = (typeof decisive)[number];

function remember(build: SettingsOf): SettingsOf {
  const built = new Map<string, EventSettings>();
  return (matched) => {
    const { visit, campaign, event } = matched;
    const key = decisive.reduce(
      (text, attribute) => `${text} ${visit[attribute]}`,
      `${event.source} ${campaign.id}`,
    );
    const settings = built.get(key) ?? build(matched);
    built.set(key, settings);
    return settings;
  };
}

function buildTerms(given: {
  event: SettingsKey['event'];
  campaign: CampaignTerms;
  workspace: WorkspaceTerms;
  network: NetworkTerms | undefined;
  offer: OfferTerms | undefined;
  goals: Goals;
}): EventTerms {
  const { event, campaign, workspace, network, offer, goals } = given;
  const policy = network?.duplicatePolicy ?? 'ignore';
  // Conversions must not be counted twice if the same file is uploaded twice.
  const addsUp = policy === 'accumulate' || policy === 'append';
  return {
    goals,
    attributionDays: campaign.attributionDays,
    statusMap: network?.statusMap ?? {},
    duplicatePolicy: event.source === 'upload' && addsUp ? 'ignore' : policy,
    workspace: { currency: workspace.currency, rates: workspace.rates },
    network: network === undefined ? null : network,
    offerPayout: offer?.payout ?? null,
    cost: { mode: campaign.costMode, amount: campaign.costAmount },
  };
}

// Cache of compiled goal rules by campaign version. The least recently used entries are removed first.
const compiled = new Map<string, LoadedGoals>();
const compiledMax = 2_000;

async function readGoals(
  executor: Executor,
  { id, workspaceId, version }: CampaignTerms,
  timezone: string,
): Promise<LoadedGoals> {
  const key = `${id} ${version} ${timezone}`;
  const known = compiled.get(key);
  const loaded = known ?? compile((await readGoalRules(executor, workspaceId, id)) ?? [], timezone);
  compiled.delete(key);
  compiled.set(key, loaded);
  for (const oldest of compiled.keys()) {
    if (compiled.size <= compiledMax) break;
    compiled.delete(oldest);
  }
  return loaded;
}

function compile(rules: readonly GoalRule[], timezone: string): LoadedGoals {
  return {
    goals: loadGoals(rules, { timezone }),
    actions: new Map(
      rules
        .filter(({ enabled }) => enabled)
        .map(({ id, actions }) => [id, actions.filter(({ enabled }) => enabled)]),
    ),
  };
}

function named(events: readonly SettingsKey[], attributes: readonly Decisive[]): OwnedId[] {
  const ids = new Map<string, OwnedId>();
  for (const { visit, campaign } of events)
    for (const attribute of attributes) {
      const id = visit[attribute];
      if (id !== null) ids.set(id, { workspaceId: campaign.workspaceId, id });
    }
  return [...ids.values()];
}

function byId<Terms extends { id: string }>(list: readonly Terms[]): Map<string, Terms> {
  return new Map(list.map((terms) => [terms.id, terms]));
}

function getTerms<Terms>(map: ReadonlyMap<string, Terms>, id: string): Terms {
  const terms = map.get(id);
  if (terms === undefined) throw new Error(`campaign ${id} no longer exists`);
  return terms;
}

function onlyKnown(names: Record<keyof EventSettings['names'], string | undefined>): EventSettings['names'] {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
}
