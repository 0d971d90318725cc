import type { MacroName } from '@waypost/contract/macros.ts';
import type { ConditionFacts, FactField } from '../conditions/index.ts';
import { zonedClock } from '../conditions/zoned-clock.ts';
import type { MacroValue, MacroValues } from './fill-template.ts';
import { isUnfilledMacro } from './is-unfilled-macro.ts';

type Named = { id: string; name: string };

/** A visit, and what was chosen for it; what is undefined or null leaves its macros empty. */
export type VisitForMacros = {
  clickId: string;
  externalId?: string | undefined;
  /** A decimal text. */
  cost?: string | undefined;
  facts: ConditionFacts;
  /** A campaign's document will do. */
  settings: {
    timezone: string;
    currency: string;
    campaign?: Named | undefined;
    source?: Named | undefined;
    rotator: Named;
  };
  chosen: {
    ruleId: string | null;
    path: Named | null;
    landing: Named | null;
    offer: (Named & { affiliateNetworkId: string | null; payout: string | null }) | null;
  };
};

type OwnReader = (visit: VisitForMacros) => MacroValue | null;

// Every other macro is a fact that conditions can ask for too.
const ownReaders = {
  clickid: ({ clickId }) => clickId,
  externalid: ({ externalId }) => externalId,
  cost: ({ cost }) => shortest(cost),
  payout: ({ chosen }) => shortest(chosen.offer?.payout),
  currency: ({ settings }) => settings.currency,
  campaignid: ({ settings }) => settings.campaign?.id,
  campaignname: ({ settings }) => settings.campaign?.name,
  sourceid: ({ settings }) => settings.source?.id,
  sourcename: ({ settings }) => settings.source?.name,
  rotatorid: ({ settings }) => settings.rotator.id,
  rotatorname: ({ settings }) => settings.rotator.name,
  ruleid: ({ chosen }) => chosen.ruleId,
  pathid: ({ chosen }) => chosen.path?.id,
  pathname: ({ chosen }) => chosen.path?.name,
  landingid: ({ chosen }) => chosen.landing?.id,
  landingname: ({ chosen }) => chosen.landing?.name,
  offerid: ({ chosen }) => chosen.offer?.id,
  offername: ({ chosen }) => chosen.offer?.name,
  networkid: ({ chosen }) => chosen.offer?.affiliateNetworkId,
  timestamp: ({ facts }) => Math.floor(facts.timeMs / 1_000),
  date: ({ facts, settings }) => zonedClock(settings.timezone)(facts.timeMs).date,
  event: () => undefined,
  status: () => undefined,
  txid: () => undefined,
  postbackid: () => undefined,
} satisfies Partial<Record<MacroName, OwnReader>>;

const renamedFacts = {
  connection: 'connectionType',
  device: 'deviceType',
  brand: 'deviceBrand',
  model: 'deviceModel',
  osversion: 'osVersion',
  browserversion: 'browserVersion',
  referrerdomain: 'referrerDomain',
  useragent: 'userAgent',
} as const satisfies Partial<Record<MacroName, FactField>>;

/** What macros are replaced by in the URLs of a visit. Whatever is missing here and is no fact is a mistake of types. */
export function visitMacros(visit: VisitForMacros): MacroValues {
  const own: Partial<Record<MacroName, OwnReader>> = ownReaders;
  return {
    value: (name) => {
      const read = own[name];
      if (read !== undefined) return read(visit) ?? undefined;
      const fact = visit.facts.value(factOf(name as FactMacro));
      return typeof fact === 'boolean' ? String(fact) : fact;
    },
    param: (name) => {
      const sent = visit.facts.param(name);
      return sent === undefined || isUnfilledMacro(sent) ? undefined : sent;
    },
  };
}

type FactMacro = Exclude<MacroName, keyof typeof ownReaders>;

function factOf(name: FactMacro): FactField {
  return name in renamedFacts
    ? renamedFacts[name as keyof typeof renamedFacts]
    : (name as Exclude<FactMacro, keyof typeof renamedFacts>);
}

/** Amounts are stored with all their decimals; nobody writes 12.500000. */
function shortest(amount: string | null | undefined): string | undefined {
  return amount?.includes('.') === true ? amount.replace(/\.?0+$/, '') : (amount ?? undefined);
}
