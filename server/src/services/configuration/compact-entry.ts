import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { defaultWeight } from '@waypost/contract/rotators/rotators.ts';
import { rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import { isEqual } from '../../domain/configuration/list-differences.ts';
import { compactCampaign } from './compact-campaign.ts';
import { active, compactTree, named, sortFields, withoutDefaults, type Fields } from './compact-fields.ts';
import type {
  AffiliateNetworkEntry,
  DomainEntry,
  Entries,
  LandingEntry,
  OfferEntry,
  PathEntry,
  RotatorEntry,
  RuleEntry,
  Settings,
  TrafficSourceEntry,
} from './entries.ts';
import type { Kind } from './kinds.ts';
import { defaultPathName } from './read-routing.ts';
import { settingsDefaults } from './read-settings.ts';

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
  const { timezone, currency, fallbackUrl, blockUrl, addressPrivacy, visitors, retention, rates } = settings;
  const { maxCostPerVisit } = settings;
  const kept = withoutDefaults(retention, settingsDefaults.retention);
  const shown = { retention: kept, rates: sortFields(rates) };
  const rest = { fallbackUrl, blockUrl, addressPrivacy, visitors, maxCostPerVisit, ...shown };
  return { timezone, currency, ...withoutDefaults(rest, { ...settingsDefaults, retention: {} }) };
}

function compactNetwork(entry: AffiliateNetworkEntry): Fields {
  const { clickIdParam, defaultPayout, currency, postbackIps, statusMap, duplicatePolicy, decimalMark } =
    entry;
  const { tags, status } = entry;
  const options = { postbackIps, duplicatePolicy, decimalMark };
  const fields = { clickIdParam, defaultPayout, currency, ...options, tags, status };
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
  const { clickIdParam, costParam, postbackUrl, clickIdMacro, costMacro, currency } = entry;
  const state = { tags: entry.tags, status: entry.status };
  const { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText } = entry;
  const request = { postbackMethod, postbackHeaders, postbackBody, postbackSuccessText };
  const tokens = entry.tokens.map(({ index, param, name, macro }) => ({
    index,
    param,
    name,
    ...withoutDefaults({ macro }, { macro: null }),
  }));
  const emptyParams = { clickIdParam: null, costParam: null, clickIdMacro: null, costMacro: null };
  return {
    ...named(entry),
    ...withoutDefaults(
      {
        clickIdParam,
        clickIdMacro,
        costParam,
        costMacro,
        currency,
        postbackUrl,
        ...request,
        tokens,
        ...state,
      },
      { ...emptyParams, currency: null, postbackUrl: null, ...defaultPostbackRequest, tokens: [], ...active },
    ),
  };
}

function compactLanding(entry: LandingEntry): Fields {
  const { url, country, tags, status } = entry;
  return {
    ...named(entry),
    url,
    ...withoutDefaults({ country, tags, status }, { country: null, ...active }),
  };
}

function compactOffer(entry: OfferEntry): Fields {
  const { affiliateNetwork, url, shortName, country, caps, overflowOffer, tags, status } = entry;
  const payout = { mode: entry.payout.mode, amount: entry.payout.amount };
  return {
    ...named(entry),
    ...withoutDefaults({ affiliateNetwork }, { affiliateNetwork: null }),
    url,
    ...withoutDefaults(
      { shortName, country, payout, caps: caps.map(compactCap), overflowOffer, tags, status },
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

/** Restores the order of fields, which the database does not preserve. */
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
  blocks: false,
  caps: [],
  landings: [],
  offers: [],
};

function compactRotator(entry: RotatorEntry): Fields {
  const { shared, sticky, stickyLanding, stickyOffer, stickyDays } = entry;
  const { country, tags, status, defaultPath, paths, rules } = entry;
  const settings = { sticky, stickyLanding, stickyOffer, stickyDays };
  return {
    ...named(entry),
    ...withoutDefaults(
      { shared, ...settings, country, tags, status, defaultPath },
      { shared: false, ...rotatorSettingsDefaults, country: null, ...active, defaultPath: paths[0]?.key },
    ),
    ...(isEqual(paths, [onlyPath]) ? {} : { paths: paths.map(compactPath) }),
    ...(rules.length === 0 ? {} : { rules: rules.map(compactRule) }),
  };
}

const defaultItem = { weight: defaultWeight, enabled: true };

function compactPath(path: PathEntry): Fields {
  const { enabled, blocks, caps, landings, offers } = path;
  return {
    ...named(path),
    ...withoutDefaults(
      { enabled, blocks, caps: caps.map(compactCap) },
      { enabled: true, blocks: false, caps: [] },
    ),
    ...withoutDefaults(
      {
        landings: landings.map(({ landing, weight, enabled: isOn }) => ({
          landing,
          ...withoutDefaults({ weight, enabled: isOn }, defaultItem),
        })),
        offers: offers.map(({ offer, weight, enabled: isOn }) => ({
          offer,
          ...withoutDefaults({ weight, enabled: isOn }, defaultItem),
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
      ...withoutDefaults({ weight }, { weight: defaultWeight }),
    })),
  };
}
