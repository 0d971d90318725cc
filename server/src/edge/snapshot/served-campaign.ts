import { rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import { visitCosts, type VisitCost } from '../../domain/costs/visit-cost.ts';
import {
  parseTemplate,
  sourceReader,
  type SourceValues,
  type UrlTemplate,
} from '../../domain/macros/index.ts';
import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import type { Routing } from '../../domain/routing/index.ts';
import { cells } from '../../domain/traffic/cells.ts';
import type { SharedRoutings } from './shared-routings.ts';
import { requiredValues, type RequiredValues } from './required-values.ts';

/**
 * A published campaign with everything precomputed. Values that every visit needs are properties of this object itself:
 * with a thousand campaigns, few objects are in the CPU cache, and each additional object causes a cache miss.
 */
export type ServedCampaign = {
  id: string;
  number: number;
  workspaceId: string;
  isPaused: boolean;
  stickiness: Stickiness | undefined;
  passParameters: boolean;
  includePrefetch: boolean;
  visitors: CampaignDocument['visitors'];
  addressPrivacy: CampaignDocument['addressPrivacy'];
  visitDays: number;
  rotatorId: string;
  document: CampaignDocument;
  version: number;
  /**
   * Version shown to users and recorded in rows. Draws use this version, so that they can be repeated from recorded
   * data.
   */
  configVersion: number;
  isArchived: boolean;
  routing: Routing;
  readSource: (param: (name: string) => string | undefined) => SourceValues;
  costOf: (isUnique: boolean, sent: string | undefined) => VisitCost;
  fallback: UrlTemplate | undefined;
  blockPage: UrlTemplate | undefined;
  hasCaps: boolean;
  requiredValues: RequiredValues;
  landingOrigins: ReadonlyMap<string, string>;
  ownerCells: string;
  campaignCells: string;
};

type Stickiness = { path: boolean; landing: boolean; offer: boolean; days: number };

const supportedFormat = 1;

export type PublishedText = { version: number; isArchived: boolean; text: string };

/** Loads a campaign. Throws if the document is damaged or was written by a newer version of Waypost. */
export function loadServedCampaign(
  { version, isArchived, text }: PublishedText,
  routings: SharedRoutings,
): ServedCampaign {
  const document = JSON.parse(text) as CampaignDocument;
  if (document.format !== supportedFormat)
    throw new Error(`unsupported campaign document format ${String(document.format)}`);
  const { workspaceId, campaign, source, rotator } = document;
  const routing = routings.get(document);
  const configVersion = campaign.version ?? version;
  return {
    id: campaign.id,
    number: campaign.number,
    workspaceId,
    isPaused: campaign.status === 'paused',
    stickiness: readStickiness(rotator),
    passParameters: campaign.passParameters,
    includePrefetch: campaign.includePrefetch,
    visitors: document.visitors,
    addressPrivacy: document.addressPrivacy,
    visitDays: document.retention.visitDays,
    rotatorId: rotator.id,
    document,
    version,
    configVersion,
    isArchived,
    routing,
    readSource: sourceReader(source),
    costOf: visitCosts(document),
    fallback: readPage(campaign.fallbackUrl),
    blockPage: readPage(campaign.blockUrl),
    hasCaps:
      document.offers.some(({ cap }) => cap !== null) || document.paths.some((path) => path.hasCaps === true),
    requiredValues: requiredValues(routing, document),
    landingOrigins: new Map(document.landings.map(({ id, url }) => [id, parseTemplate(url).origin])),
    ownerCells: cells(workspaceId, campaign.id),
    campaignCells: cells(source.id, rotator.id, String(configVersion)),
  };
}

function readPage(url: string | null | undefined): UrlTemplate | undefined {
  return url === null || url === undefined ? undefined : parseTemplate(url);
}

function readStickiness(rotator: CampaignDocument['rotator']): Stickiness | undefined {
  const { sticky: path, stickyLanding: landing = false, stickyOffer: offer = false } = rotator;
  const { stickyDays: days = rotatorSettingsDefaults.stickyDays } = rotator;
  return path || landing || offer ? { path, landing, offer, days } : undefined;
}
