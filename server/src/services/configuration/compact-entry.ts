import { campaignDefaults } from '@waypost/contract/campaigns.ts';
import type { Cap } from '@waypost/contract/caps.ts';
import type { ConditionTree } from '@waypost/contract/conditions.ts';
import { usualWeight } from '@waypost/contract/rotators.ts';
import { rotatorSettingsDefaults } from '@waypost/contract/settings.ts';
import { isEqual } from '../../domain/configuration/list-differences.ts';
import type {
  AffiliateNetworkEntry,
  CampaignEntry,
  DomainEntry,
  Entries,
  GoalEntry,
  LandingEntry,
  OfferEntry,
  PathEntry,
  RotatorEntry,
  RuleEntry,
  Settings,
  TrafficSourceEntry,
} from './entries.ts';
import type { Kind } from './kinds.ts';
import { campaignSettingsDefaults } from './read-campaign-entry.ts';
import { defaultPathName } from './read-routing.ts';
import { settingsDefaults } from './read-settings.ts';

type Fields = Record<string, unknown>;

/** What a file says of a record: its fields in a fixed order, those left out that are as they are anyway. */
export const compactEntry: { [Name in Kind]: (entry: Entries[Name]) => Fields } = {
  affiliateNetworks: compactNetwork,
  trafficSources: compactSource,
  landings: compactLanding,
  offers: compactOffer,
  rotators: compactRotator,
  domains: compactDomain,
  campaigns: compactCampaign,
};

export function compactSettings(settings: Settings): Fields {
  const { timezone, currency, fallbackUrl, addressPrivacy, visitors, retention, rates } = settings;
  const { maxCostPerVisit } = settings;
  const kept = withoutDefaults(retention, settingsDefaults.retention);
  const shown = { retention: kept, rates: sortFields(rates) };
  const rest = { fallbackUrl, addressPrivacy, visitors, maxCostPerVisit, ...shown };
  return { timezone, currency, ...withoutDefaults(rest, { ...settingsDefaults, retention: {} }) };
}

function compactNetwork(entry: AffiliateNetworkEntry): Fields {
  const { clickIdParam, defaultPayout, currency, postbackIps, statusMap, duplicatePolicy, decimalMark } =
    entry;
  const { status } = entry;
  const fields = { clickIdParam, defaultPayout, currency, postbackIps, duplicatePolicy, decimalMark, status };
  return {
    ...named(entry),
    ...withoutDefaults(
      { ...fields, statusMap: sortFields(statusMap) },
      {
        clickIdParam: null,
        defaultPayout: null,
        currency: null,
        postbackIps: [],
        statusMap: {},
        duplicatePolicy: 'ignore',
        decimalMark: null,
        ...active,
      },
    ),
  };
}

function compactSource(entry: TrafficSourceEntry): Fields {
  const { clickIdParam, costParam, postbackUrl, clickIdMacro, costMacro, currency, status } = entry;
  const tokens = entry.tokens.map(({ index, param, name, macro }) => ({
    index,
    param,
    name,
    ...withoutDefaults({ macro }, { macro: null }),
  }));
  const nothing = { clickIdParam: null, costParam: null, clickIdMacro: null, costMacro: null };
  return {
    ...named(entry),
    ...withoutDefaults(
      { clickIdParam, clickIdMacro, costParam, costMacro, currency, postbackUrl, tokens, status },
      { ...nothing, currency: null, postbackUrl: null, tokens: [], ...active },
    ),
  };
}

function compactLanding(entry: LandingEntry): Fields {
  const { url, country, status } = entry;
  return { ...named(entry), url, ...withoutDefaults({ country, status }, { country: null, ...active }) };
}

function compactOffer(entry: OfferEntry): Fields {
  const { affiliateNetwork, url, shortName, country, caps, overflowOffer, status } = entry;
  const payout = { mode: entry.payout.mode, amount: entry.payout.amount };
  return {
    ...named(entry),
    ...withoutDefaults({ affiliateNetwork }, { affiliateNetwork: null }),
    url,
    ...withoutDefaults(
      { shortName, country, payout, caps: caps.map(compactCap), overflowOffer, status },
      {
        shortName: null,
        country: null,
        payout: { mode: 'auto', amount: null },
        caps: [],
        overflowOffer: null,
        ...active,
      },
    ),
  };
}

/** The database keeps the fields of a cap in an order of its own. */
function compactCap({ limit, per, counts }: Cap): Fields {
  return { limit, per, counts };
}

function compactDomain({ name, status }: DomainEntry): Fields {
  return { host: name, ...withoutDefaults({ status }, active) };
}

const onlyPath: PathEntry = {
  key: defaultPathName,
  name: defaultPathName,
  enabled: true,
  caps: [],
  landings: [],
  offers: [],
};

function compactRotator(entry: RotatorEntry): Fields {
  const { shared, sticky, stickyLanding, stickyOffer, stickyDays } = entry;
  const { country, status, defaultPath, paths, rules } = entry;
  const settings = { sticky, stickyLanding, stickyOffer, stickyDays };
  return {
    ...named(entry),
    ...withoutDefaults(
      { shared, ...settings, country, status, defaultPath },
      { shared: false, ...rotatorSettingsDefaults, country: null, ...active, defaultPath: paths[0]?.key },
    ),
    ...(isEqual(paths, [onlyPath]) ? {} : { paths: paths.map(compactPath) }),
    ...(rules.length === 0 ? {} : { rules: rules.map(compactRule) }),
  };
}

const usualItem = { weight: usualWeight, enabled: true };

function compactPath(path: PathEntry): Fields {
  const { enabled, caps, landings, offers } = path;
  return {
    ...named(path),
    ...withoutDefaults({ enabled, caps: caps.map(compactCap) }, { enabled: true, caps: [] }),
    ...withoutDefaults(
      {
        landings: landings.map(({ landing, weight, enabled: isOn }) => ({
          landing,
          ...withoutDefaults({ weight, enabled: isOn }, usualItem),
        })),
        offers: offers.map(({ offer, weight, enabled: isOn }) => ({
          offer,
          ...withoutDefaults({ weight, enabled: isOn }, usualItem),
        })),
      },
      { landings: [], offers: [] },
    ),
  };
}

function compactRule({ name, enabled, conditions, paths }: RuleEntry): Fields {
  return {
    name,
    ...withoutDefaults({ enabled }, { enabled: true }),
    ...(conditions === null ? {} : { conditions: compactTree(conditions) }),
    paths: paths.map(({ path, weight }) => ({
      path,
      ...withoutDefaults({ weight }, { weight: usualWeight }),
    })),
  };
}

function compactCampaign(entry: CampaignEntry): Fields {
  const { country, status, goals, attributionDays, passParameters, fallbackUrl, postbackUrl } = entry;
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
      { status, country, cost, tracking },
      { ...active, country: null, cost: {}, tracking: {} },
    ),
    ...withoutDefaults(settings, campaignSettingsDefaults),
    ...(goals.length === 0 ? {} : { goals: goals.map(compactGoal) }),
  };
}

const usualAction = {
  enabled: true,
  payoutType: 'auto',
  payoutFixed: null,
  costType: 'none',
  costFixed: null,
  costShare: null,
  postbackUrl: null,
  postbackEnabled: true,
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
      const ordered = Object.keys(usualAction).map((field) => [field, rest[field as keyof typeof rest]]);
      return { idx, label: name, ...withoutDefaults(Object.fromEntries(ordered), usualAction) };
    }),
  };
}

/** The database keeps the fields of a condition in an order of its own. */
function compactTree(tree: ConditionTree): Fields {
  if ('all' in tree) return { all: tree.all.map(compactTree) };
  if ('any' in tree) return { any: tree.any.map(compactTree) };
  if ('not' in tree) return { not: compactTree(tree.not) };
  const { field, op, values, timezone, windowHours } = tree;
  return withoutDefaults(
    { field, op, values, timezone, windowHours },
    { values: [], timezone: undefined, windowHours: undefined },
  );
}

const active = { status: 'active' };

function named({ name, key }: { name: string; key: string }): Fields {
  return key === name ? { name } : { name, key };
}

function withoutDefaults(fields: Fields, defaults: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !Object.hasOwn(defaults, name) || !isEqual(value, defaults[name]),
    ),
  );
}

function sortFields<Value>(fields: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
