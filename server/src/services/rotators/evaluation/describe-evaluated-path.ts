import type { Evaluation } from '@waypost/contract/rotators/evaluation.ts';
import {
  appendParameters,
  explainTemplate,
  fillTemplate,
  parseTemplate,
  visitMacros,
  type MacroValues,
} from '../../../domain/macros/index.ts';
import type { CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import { computeShares, keepOne, type Shared } from './compute-shares.ts';
import type { EvaluatedVisit } from './evaluated-visit.ts';
import type { EvaluationSubject, KeptIds } from './read-evaluation-subject.ts';

type Path = EvaluationSubject['source']['paths'][number];
type EvaluatedPath = Evaluation['paths'][number];
type Landing = CampaignSource['landings'][number];
type Offer = CampaignSource['offers'][number];

type DestinationRecords = {
  landings: ReadonlyMap<string, Landing>;
  offers: ReadonlyMap<string, Offer>;
  full: ReadonlySet<string>;
  kept: KeptIds;
};

export function describePath(
  { item: path, share, state, isKept }: Shared<Path>,
  records: DestinationRecords,
  { visit, ruleId }: { visit: EvaluatedVisit; ruleId: string | null },
): EvaluatedPath {
  const { id, name } = path;
  const { kept } = records;
  const landings = keepOne(computeShares(joinRecords(path.landings, records.landings)), kept.landing);
  const shares = computeShares(
    joinRecords(path.offers, records.offers).map((drawn) => ({
      ...drawn,
      isFull: isFull(drawn.item, records),
      hasOverflow: findOverflow(drawn.item, records) !== null,
    })),
  );
  const offers = keepOne(shares, kept.offer);
  const [likelyLanding, likelyOffer] = [mostDrawn(landings), mostDrawn(offers)];
  // Offers with a share of zero also get a link number.
  const listed = offers.flatMap(({ item, state: is }) =>
    is === 'archived' || is === 'disabled' ? [] : [item],
  );
  const isDirect = likelyLanding === null;
  const valuesFor = (landing: Landing | null, offer: Offer | null) =>
    visitMacros({ ...visit, chosen: { ruleId, path: { id, name }, landing, offer } });
  return {
    id,
    name,
    share,
    state,
    isKept,
    outcome: path.blocks === true ? 'blocked' : outcomeOf(likelyLanding, likelyOffer, offers),
    landings: landings.map(({ item, ...shared }) => {
      const filled = fill(item.url, null, valuesFor(item, likelyOffer));
      return { id: item.id, name: item.name, ...shared, ...filled, url: passOn(filled.url, visit) };
    }),
    offers: offers.map(({ item, ...shared }) => {
      const filled = fill(item.url, item.clickIdParam, valuesFor(likelyLanding, item));
      return {
        id: item.id,
        name: item.name,
        ...shared,
        ...filled,
        link: listed.indexOf(item) + 1 || null,
        url: isDirect ? passOn(filled.url, visit) : (filled.url ?? null),
        overflowOfferId: shared.state === 'full' ? findOverflow(item, records) : null,
      };
    }),
  };
}

function fill(url: string, clickIdParam: string | null, values: MacroValues) {
  return {
    ...explainTemplate(url, clickIdParam, values),
    url: fillTemplate(parseTemplate(url, clickIdParam), values),
  };
}

function joinRecords<Kind extends Landing | Offer>(
  pool: Path['landings'],
  records: ReadonlyMap<string, Kind>,
) {
  return pool.flatMap(({ id, weight, enabled }) => {
    const item = records.get(id);
    return item === undefined ? [] : [{ item, weight, enabled, isActive: item.isActive, isFull: false }];
  });
}

/**
 * Returns the most likely item. The landing page and the offer are selected separately, but macros in the URL of one
 * can refer to the other, so each URL is shown with the most likely item of the other kind.
 */
function mostDrawn<Item>(shared: Shared<Item>[]): Item | null {
  const served = shared.filter(({ share }) => share > 0);
  return served.toSorted((a, b) => b.share - a.share)[0]?.item ?? null;
}

function isFull({ id, cap }: Offer, { full }: DestinationRecords): boolean {
  return cap !== null && full.has(id);
}

function findOverflow(offer: Offer, records: DestinationRecords): string | null {
  const overflow = records.offers.get(offer.cap?.overflowOfferId ?? '');
  const isOpen = overflow !== undefined && overflow.isActive && !isFull(overflow, records);
  return isOpen ? overflow.id : null;
}

/** Returns the outcome that an edge would choose: if all offers are full, the landing page is not shown either. */
function outcomeOf(
  landing: Landing | null,
  offer: Offer | null,
  offers: Shared<Offer>[],
): EvaluatedPath['outcome'] {
  if (offer === null && offers.some(({ state }) => state === 'full')) return 'all-capped';
  if (landing !== null) return 'landing';
  return offer === null ? 'empty-path' : 'offer';
}

function passOn(url: string | undefined, { passedOn }: EvaluatedVisit): string | null {
  return url === undefined ? null : appendParameters(url, passedOn, 'missing');
}
