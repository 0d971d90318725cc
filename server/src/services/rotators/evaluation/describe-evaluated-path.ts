import type { Evaluation } from '@waypost/contract/evaluation.ts';
import { appendParameters, fillTemplate, parseTemplate, visitMacros } from '../../../domain/macros/index.ts';
import type { CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import { computeShares, type Shared } from './compute-shares.ts';
import type { EvaluatedVisit } from './evaluated-visit.ts';
import type { EvaluationSubject } from './read-evaluation-subject.ts';

type Path = EvaluationSubject['source']['paths'][number];
type EvaluatedPath = Evaluation['paths'][number];
type Landing = CampaignSource['landings'][number];
type Offer = CampaignSource['offers'][number];

/** By their ids. */
type DestinationRecords = {
  landings: ReadonlyMap<string, Landing>;
  offers: ReadonlyMap<string, Offer>;
};

/** A path with all that is in its pools, also what gets no visitors. */
export function describePath(
  { item: path, share, state }: Shared<Path>,
  records: DestinationRecords,
  { visit, ruleId }: { visit: EvaluatedVisit; ruleId: string | null },
): EvaluatedPath {
  const { id, name } = path;
  const landings = computeShares(joinRecords(path.landings, records.landings));
  const offers = computeShares(joinRecords(path.offers, records.offers));
  const [usualLanding, usualOffer] = [mostDrawn(landings), mostDrawn(offers)];
  // Of a list of links, also those that no draw ends at.
  const listed = offers.flatMap(({ item, state: is }) =>
    is === 'served' || is === 'weightless' ? [item] : [],
  );
  const isDirect = usualLanding === null;
  const valuesFor = (landing: Landing | null, offer: Offer | null) =>
    visitMacros({ ...visit, chosen: { ruleId, path: { id, name }, landing, offer } });
  return {
    id,
    name,
    share,
    state,
    outcome: outcomeOf(usualLanding, usualOffer),
    landings: landings.map(({ item, ...shared }) => {
      const url = fillTemplate(parseTemplate(item.url), valuesFor(item, usualOffer));
      return { id: item.id, name: item.name, ...shared, url: passOn(url, visit) };
    }),
    offers: offers.map(({ item, ...shared }) => {
      const template = parseTemplate(item.url, item.clickIdParam);
      const url = fillTemplate(template, valuesFor(usualLanding, item));
      const shown = isDirect ? passOn(url, visit) : (url ?? null);
      return { id: item.id, name: item.name, ...shared, link: listed.indexOf(item) + 1 || null, url: shown };
    }),
  };
}

function joinRecords<Kind extends Landing | Offer>(
  pool: Path['landings'],
  records: ReadonlyMap<string, Kind>,
) {
  return pool.flatMap(({ id, weight, enabled }) => {
    const item = records.get(id);
    return item === undefined ? [] : [{ item, weight, enabled, isActive: item.isActive }];
  });
}

/** What stands for the others where a URL names a landing or an offer that is drawn apart from it. */
function mostDrawn<Item>(shared: Shared<Item>[]): Item | null {
  const served = shared.filter(({ state }) => state === 'served');
  return served.toSorted((one, other) => other.share - one.share)[0]?.item ?? null;
}

function outcomeOf(landing: Landing | null, offer: Offer | null): EvaluatedPath['outcome'] {
  if (landing !== null) return 'landing';
  return offer === null ? 'empty-path' : 'offer';
}

function passOn(url: string | undefined, { passedOn }: EvaluatedVisit): string | null {
  return url === undefined ? null : appendParameters(url, passedOn, 'missing');
}
