import { rotatorSettingsDefaults } from '@waypost/contract/settings.ts';
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
import { wantedValues, type WantedValues } from './wanted-values.ts';

/**
 * A published campaign, ready to serve: everything that can be worked out once is. What every visit asks for stands in
 * this one object: of a thousand campaigns few are where the processor finds them at once, and each further object that
 * a visit looks into is another wait.
 */
export type ServedCampaign = {
  id: string;
  number: number;
  workspaceId: string;
  isPaused: boolean;
  /** What visitors who come again keep; undefined where that is nothing. */
  stickiness: Stickiness | undefined;
  passParameters: boolean;
  includePrefetch: boolean;
  visitors: CampaignDocument['visitors'];
  addressPrivacy: CampaignDocument['addressPrivacy'];
  visitDays: number;
  rotatorId: string;
  document: CampaignDocument;
  version: number;
  /** The version that people see and rows have: draws go by it, so that what is recorded is enough to repeat them. */
  configVersion: number;
  isArchived: boolean;
  routing: Routing;
  readSource: (param: (name: string) => string | undefined) => SourceValues;
  costOf: (isUnique: boolean, sent: string | undefined) => VisitCost;
  /** Where visitors go for whom there is nothing else. */
  fallback: UrlTemplate | undefined;
  /** Whether any of its paths and offers can become full. */
  hasCaps: boolean;
  /** What a landing click needs of its visit and cannot know by itself. */
  wantedValues: WantedValues;
  /** By the id of a landing: the origin of its page. */
  landingOrigins: ReadonlyMap<string, string>;
  /** Workspace and campaign as they stand in a row, and what the columns of the campaign hold. */
  ownerCells: string;
  campaignCells: string;
};

type Stickiness = { path: boolean; landing: boolean; offer: boolean; days: number };

const knownFormat = 1;

export type PublishedText = { version: number; isArchived: boolean; text: string };

/** Throws where the document cannot be served: made by a newer version of the product, or damaged. */
export function loadServedCampaign(
  { version, isArchived, text }: PublishedText,
  routings: SharedRoutings,
): ServedCampaign {
  const document = JSON.parse(text) as CampaignDocument;
  if (document.format !== knownFormat) throw new Error(`the document has format ${String(document.format)}`);
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
    fallback: campaign.fallbackUrl === null ? undefined : parseTemplate(campaign.fallbackUrl),
    hasCaps:
      document.offers.some(({ cap }) => cap !== null) || document.paths.some((path) => path.hasCaps === true),
    wantedValues: wantedValues(routing, document),
    landingOrigins: new Map(document.landings.map(({ id, url }) => [id, parseTemplate(url).origin])),
    ownerCells: cells(workspaceId, campaign.id),
    campaignCells: cells(source.id, rotator.id, String(configVersion)),
  };
}

function readStickiness(rotator: CampaignDocument['rotator']): Stickiness | undefined {
  const { sticky: path, stickyLanding: landing = false, stickyOffer: offer = false } = rotator;
  const { stickyDays: days = rotatorSettingsDefaults.stickyDays } = rotator;
  return path || landing || offer ? { path, landing, offer, days } : undefined;
}
