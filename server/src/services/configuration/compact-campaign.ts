import { campaignDefaults } from '@waypost/contract/campaigns/campaigns.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { active, compactTree, named, withoutDefaults, type Fields } from './compact-fields.ts';
import type { CampaignEntry, GoalEntry } from './entries.ts';
import { campaignSettingsDefaults } from './read-campaign-entry.ts';

export function compactCampaign(entry: CampaignEntry): Fields {
  const { tags, country, status, goals, attributionDays, passParameters, fallbackUrl, postbackUrl } = entry;
  const { method, domain, includePrefetch } = entry.tracking;
  const { mode, amount } = entry.cost;
  const cost = withoutDefaults({ mode, amount }, campaignDefaults.cost);
  const tracking = withoutDefaults(
    { method, domain, includePrefetch },
    { ...campaignDefaults.tracking, domain: null },
  );
  const settings = { attributionDays, passParameters, fallbackUrl, postbackUrl };
  return {
    ...named(entry),
    trafficSource: entry.trafficSource,
    rotator: entry.rotator,
    ...withoutDefaults(
      { tags, status, country, cost, tracking },
      { ...active, country: null, cost: {}, tracking: {} },
    ),
    ...withoutDefaults(settings, campaignSettingsDefaults),
    ...(goals.length === 0 ? {} : { goals: goals.map(compactGoal) }),
  };
}

const defaultAction = {
  enabled: true,
  payoutType: 'auto',
  payoutFixed: null,
  costType: 'none',
  costFixed: null,
  costShare: null,
  postbackUrl: null,
  postbackEnabled: true,
  postbackOn: ['first'],
  ...defaultPostbackRequest,
  storeValue: false,
  isConversion: true,
  affectsCost: false,
  affectsRevenue: true,
  from: 'network',
};

function compactGoal({ label, enabled, conditions, actions }: GoalEntry): Fields {
  return {
    label,
    ...withoutDefaults({ enabled }, { enabled: true }),
    ...(conditions === null ? {} : { conditions: compactTree(conditions) }),
    actions: actions.map(({ idx, label: name, ...rest }) => {
      const ordered = Object.keys(defaultAction).map((field) => [field, rest[field as keyof typeof rest]]);
      return { idx, label: name, ...withoutDefaults(Object.fromEntries(ordered), defaultAction) };
    }),
  };
}
