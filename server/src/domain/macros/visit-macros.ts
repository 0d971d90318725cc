import { attributeOfMacro, type AttributeMacros } from '@waypost/contract/visits/attribute-lists.ts';
import { macroNames, type AttributeMacro, type MacroName } from '@waypost/contract/visits/macros.ts';
import { visitAttributes } from '@waypost/contract/visits/visit-attributes.ts';
import type { ConditionFacts, FactField } from '../conditions/index.ts';
import { zonedClock } from '../conditions/zoned-clock.ts';
import type { MacroValue, MacroValues } from './fill-template.ts';
import { filledValue } from './source-values.ts';

type Named = { id: string; name: string };

export type VisitForMacros = {
  clickId: string;
  externalId?: string | undefined;
  cost?: string | undefined;
  facts: ConditionFacts;
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

// Readers for macros that do not belong to a recorded attribute with a condition. All other macros are read from the
// facts that conditions use.
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
  continent: factReader('continent'),
  timestamp: ({ facts }) => Math.floor(facts.timeMs / 1_000),
  date: ({ facts, settings }) => zonedClock(settings.timezone)(facts.timeMs).date,
  event: () => undefined,
  status: () => undefined,
  eventtime: () => undefined,
  txid: () => undefined,
  postbackid: () => undefined,
} satisfies Partial<Record<MacroName, OwnReader>> & Record<Exclude<MacroName, FactMacro>, OwnReader>;

/**
 * Returns the macro values for a visit's URLs. The type checker reports macros that have neither a reader nor a fact.
 */
export function visitMacros(visit: VisitForMacros): MacroValues {
  return new VisitMacros(visit);
}

class VisitMacros implements MacroValues {
  readonly #visit: VisitForMacros;

  constructor(visit: VisitForMacros) {
    this.#visit = visit;
  }

  value(name: MacroName): MacroValue {
    return readers.get(name)?.(this.#visit) ?? undefined;
  }

  param(name: string): string | undefined {
    return filledValue(this.#visit.facts.param(name));
  }
}

type FactMacro = {
  [Name in AttributeMacro]: (typeof visitAttributes)[AttributeMacros[Name]] extends { condition: object }
    ? Name
    : never;
}[AttributeMacro];

function factOf(name: FactMacro): FactField {
  return visitAttributes[attributeOfMacro[name]].condition.name;
}

function factReader(field: FactField): OwnReader {
  return ({ facts }) => {
    const fact = facts.value(field);
    return typeof fact === 'boolean' ? String(fact) : fact;
  };
}

// The readers are in a map, because reading object properties with changing names is slower.
const readers: ReadonlyMap<MacroName, OwnReader> = new Map(
  macroNames.map((name) => [
    name,
    (ownReaders as Partial<Record<MacroName, OwnReader>>)[name] ?? factReader(factOf(name as FactMacro)),
  ]),
);

// Removes trailing zeros from stored amounts: 12.500000 becomes 12.5.
function shortest(amount: string | null | undefined): string | undefined {
  return amount?.includes('.') === true ? amount.replace(/\.?0+$/, '') : (amount ?? undefined);
}
