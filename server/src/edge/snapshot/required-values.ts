import type { MacroPart } from '../../domain/macros/index.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import type { Routing } from '../../domain/routing/index.ts';

/** Macro names of visit values that are not known from a landing-page click itself. */
export type RequiredValues = readonly string[];

const visitMacro = /^(?:externalid|cost|referrer|referrerdomain|token\d+)$/;

/** Name that stands for all link parameters, for campaigns that pass their parameters on. */
export const allParameters = 'param.*';

/**
 * Collects the visit values that the offer URLs use. A campaign without landing pages needs none of them, because it
 * has no clicks.
 */
export function requiredValues(
  { offers }: Routing,
  { landings, campaign }: Pick<CampaignDocument, 'landings' | 'campaign'>,
): RequiredValues {
  if (landings.length === 0) return [];
  const names = [...offers.values()].flatMap(({ template }) => template.macros.map(nameOf));
  const required = new Set(names.filter((name) => name !== undefined));
  if (campaign.passParameters) required.add(allParameters);
  return [...required];
}

function nameOf({ name, parameter }: MacroPart): string | undefined {
  if (parameter !== undefined) return `param.${parameter}`;
  return name !== undefined && visitMacro.test(name) ? name : undefined;
}
