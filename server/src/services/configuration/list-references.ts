import { replaceRecords } from './condition-names.ts';
import type { CampaignEntry, Entries, OfferEntry, RotatorEntry } from './entries.ts';
import type { Kind } from './kinds.ts';

/** Reference to another record. References in conditions may contain IDs of records that do not exist. */
type EntryReference = {
  kind: Kind;
  key: string;
  path: (string | number)[];
  isCondition: boolean;
};

export function listReferences<Name extends Kind>(kind: Name, entry: Entries[Name]): EntryReference[] {
  if (kind === 'offers') return ofOffer(entry as OfferEntry);
  if (kind === 'rotators') return ofRotator(entry as RotatorEntry);
  return kind === 'campaigns' ? ofCampaign(entry as CampaignEntry) : [];
}

function ofOffer({ affiliateNetwork, overflowOffer }: OfferEntry): EntryReference[] {
  return [
    ...named('affiliateNetworks', affiliateNetwork, ['affiliateNetwork']),
    ...named('offers', overflowOffer, ['overflowOffer']),
  ];
}

function ofRotator({ paths, rules }: RotatorEntry): EntryReference[] {
  return [
    ...paths.flatMap(({ landings, offers }, path) => [
      ...landings.flatMap(({ landing }, at) =>
        named('landings', landing, ['paths', path, 'landings', at, 'landing']),
      ),
      ...offers.flatMap(({ offer }, at) => named('offers', offer, ['paths', path, 'offers', at, 'offer'])),
    ]),
    ...rules.flatMap(({ conditions }, rule) => inConditions(conditions, ['rules', rule, 'conditions'])),
  ];
}

function ofCampaign({ trafficSource, rotator, tracking, goals }: CampaignEntry): EntryReference[] {
  return [
    ...named('trafficSources', trafficSource, ['trafficSource']),
    ...named('rotators', rotator, ['rotator']),
    ...named('domains', tracking.domain, ['tracking', 'domain']),
    ...goals.flatMap(({ conditions }, goal) => inConditions(conditions, ['goals', goal, 'conditions'])),
  ];
}

function named(kind: Kind, key: string | null, path: EntryReference['path']): EntryReference[] {
  return key === null ? [] : [{ kind, key, path, isCondition: false }];
}

function inConditions(conditions: unknown, path: EntryReference['path']): EntryReference[] {
  const found: EntryReference[] = [];
  replaceRecords(conditions, (kind, key, at) => {
    found.push({ kind, key, path: [...path, ...at], isCondition: true });
    return key;
  });
  return found;
}
