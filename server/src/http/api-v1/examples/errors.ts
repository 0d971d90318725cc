import {
  archivedSource,
  noPublishableStream,
  obstacleReasons,
  unverifiedDomain,
  type Obstacle,
} from '../../../services/campaigns/check-references.ts';
import { describeMissing } from '../../../services/refuse-missing.ts';
import type { NamedRecord } from '../../../services/records/refuse-blocked.ts';
import type { ErrorExample } from '../operation.ts';
import { campaignExample, ids, landingExample, rotatorExample } from './records.ts';

export function noSuch(what: string): ErrorExample {
  return { message: describeMissing(what), details: {} };
}

export function notAllKnown(what: string): ErrorExample {
  return { message: `Some of the ${what}s were not found`, details: { missing: [ids.unknown] } };
}

export function tooHeavy(subject: string, advice: string): ErrorExample {
  return { message: `${subject} takes too long. ${advice}`, details: { reason: 'too-heavy' } };
}

export const bulkMistake = { path: 'ids', message: 'must have 1 to 200 IDs' };

export const strayParameter = {
  path: 'verbose',
  message: 'is not a known parameter; this operation has none',
};

const namedCampaign = { type: 'campaign', id: ids.campaign, name: campaignExample.name };
const namedRotator = { type: 'rotator' as const, id: ids.rotator, name: rotatorExample.name };
const namedSource = { type: 'traffic-source' as const, id: ids.trafficSource, name: 'Example Ads' };
const namedDomain = { type: 'domain' as const, id: ids.domain, name: 'track.example.com' };

export const attachConflicts = {
  rotatorNotPublishable: refuseNew(noPublishableStream, namedRotator),
  trafficSourceArchived: refuseNew(archivedSource, namedSource),
  domainNotVerified: refuseNew(unverifiedDomain, namedDomain),
};

export const reattachConflicts = {
  rotatorNotPublishable: refuseExisting(noPublishableStream, namedRotator),
  trafficSourceArchived: refuseExisting(archivedSource, namedSource),
  domainNotVerified: refuseExisting(unverifiedDomain, namedDomain),
};

export const campaignInUse: ErrorExample = {
  message: 'The campaign is in use',
  reason: 'in-use',
  details: { blocked: [{ ...namedCampaign, by: [] }], blockedCampaignIds: [ids.campaign] },
};

export const sourceInUse: ErrorExample = {
  message: 'The traffic source is in use',
  reason: 'in-use',
  details: { blocked: [{ ...namedSource, by: [namedCampaign] }], blockedCampaignIds: [ids.campaign] },
};

export const landingInUse: ErrorExample = {
  message: 'The landing page is in use',
  reason: 'in-use',
  details: {
    blocked: [{ type: 'landing', id: ids.landing, name: landingExample.name, by: [namedRotator] }],
  },
};

const namedRecords: Record<string, NamedRecord> = {
  campaign: namedCampaign,
  'landing page': { type: 'landing', id: ids.landing, name: landingExample.name },
  rotator: namedRotator,
  'traffic source': namedSource,
  domain: namedDomain,
  offer: { type: 'offer', id: ids.offer, name: 'Example offer' },
};

export function archived(what: string): ErrorExample {
  const record = namedRecords[what] ?? { type: what.replaceAll(' ', '-'), id: ids.unknown, name: 'Example' };
  const isCampaign = record.type === 'campaign';
  return {
    message: `The ${what} is archived. Restore it first.`,
    reason: 'archived',
    details: {
      blocked: [{ ...record, by: [] }],
      ...(isCampaign ? { blockedCampaignIds: [record.id] } : {}),
    },
  };
}

function refuseNew(message: string, obstacle: Obstacle): ErrorExample {
  return { message, reason: obstacleReasons[obstacle.type], details: { blocked: [{ ...obstacle, by: [] }] } };
}

function refuseExisting(message: string, obstacle: Obstacle): ErrorExample {
  const blocked = [{ ...namedCampaign, by: [obstacle] }];
  return {
    message,
    reason: obstacleReasons[obstacle.type],
    details: { blocked, blockedCampaignIds: [ids.campaign] },
  };
}
