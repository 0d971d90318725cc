import type { MacroPart } from '../../domain/macros/index.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import type { Routing } from '../../domain/routing/index.ts';

/** Values of a visit that a landing click cannot know again, by the names of their macros. */
export type WantedValues = readonly string[];

const onlyInVisits = /^(?:externalid|cost|token\d+)$/;

/** What the links of a campaign's offers take from the visit alone. Where no landing comes first, nobody needs it later. */
export function wantedValues(
  { offers }: Routing,
  { landings }: Pick<CampaignDocument, 'landings'>,
): WantedValues {
  if (landings.length === 0) return [];
  const names = [...offers.values()].flatMap(({ template }) => template.macros.map(nameOf));
  return [...new Set(names.filter((name) => name !== undefined))];
}

function nameOf({ name, parameter }: MacroPart): string | undefined {
  if (parameter !== undefined) return `param.${parameter}`;
  return name !== undefined && onlyInVisits.test(name) ? name : undefined;
}
