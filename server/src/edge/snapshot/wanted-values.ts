import type { MacroPart } from '../../domain/macros/index.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import type { Routing } from '../../domain/routing/index.ts';

/** Values of a visit that a landing click cannot know again, by the names of their macros. */
export type WantedValues = readonly string[];

const onlyInVisits = /^(?:externalid|cost|referrer|referrerdomain|token\d+)$/;

/** Stands for every parameter of the link: they are all to go on. */
export const everyParameter = 'param.*';

/** What the links of a campaign's offers take from the visit alone. Where no landing comes first, nobody needs it later. */
export function wantedValues(
  { offers }: Routing,
  { landings, campaign }: Pick<CampaignDocument, 'landings' | 'campaign'>,
): WantedValues {
  if (landings.length === 0) return [];
  const names = [...offers.values()].flatMap(({ template }) => template.macros.map(nameOf));
  const wanted = new Set(names.filter((name) => name !== undefined));
  if (campaign.passParameters) wanted.add(everyParameter);
  return [...wanted];
}

function nameOf({ name, parameter }: MacroPart): string | undefined {
  if (parameter !== undefined) return `param.${parameter}`;
  return name !== undefined && onlyInVisits.test(name) ? name : undefined;
}
