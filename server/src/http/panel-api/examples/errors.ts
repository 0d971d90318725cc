import type { NamedRecord } from '../../../services/records/refuse-blocked.ts';
import { campaignExample, landingExample, rotatorExample } from '../../api-v1/examples/records.ts';
import type { ErrorExample } from '../../api-v1/operation.ts';
import { affiliateNetworkExample, domainExample, offerExample, panelIds } from './records.ts';

const named = {
  campaign: { type: 'campaign', id: panelIds.campaign, name: campaignExample.name },
  domain: { type: 'domain', id: panelIds.domain, name: domainExample.host },
  landing: { type: 'landing', id: panelIds.landing, name: landingExample.name },
  network: { type: 'affiliate-network', id: panelIds.affiliateNetwork, name: affiliateNetworkExample.name },
  offer: { type: 'offer', id: panelIds.offer, name: offerExample.name },
  overflow: { type: 'offer', id: panelIds.overflowOffer, name: 'Sweepstake, rest' },
  rotator: { type: 'rotator', id: panelIds.rotator, name: rotatorExample.name },
} satisfies Record<string, NamedRecord>;

export const offerInUse = blocked('in-use', 'The offer is in use', named.offer, [named.rotator]);
export const networkInUse = blocked('in-use', 'The affiliate network is in use', named.network, [
  named.offer,
]);
export const domainInUse = blockedByCampaign('in-use', 'The domain is in use', named.domain);
export const rotatorInUse = blockedByCampaign('in-use', 'The rotator is in use', named.rotator);

export const offerConflicts = {
  networkArchived: blocked(
    'archived',
    'The affiliate network is archived. Restore it first.',
    named.network,
    [],
  ),
  overflowArchived: blocked(
    'archived',
    'The fallback offer is archived. Restore it first.',
    named.overflow,
    [],
  ),
};
export const offerChangeConflicts = {
  networkArchived: blocked('archived', 'The affiliate network is archived. Restore it first.', named.offer, [
    named.network,
  ]),
  overflowArchived: blocked('archived', 'The fallback offer is archived. Restore it first.', named.offer, [
    named.overflow,
  ]),
};
export const offerRestoreConflict = blocked(
  'archived',
  'The records that these offers refer to are archived. Restore them first.',
  named.offer,
  [named.network],
);

export const domainThere = blocked('taken', 'The workspace already has this domain', named.domain, []);
export const domainInArchive = blocked(
  'archived',
  'This domain is archived. Restore it instead.',
  named.domain,
  [],
);
export const hostTaken = {
  message: 'Another workspace has already verified this host',
  details: { reason: 'host-taken' },
};

export const rulesConflicts = {
  itemsArchived: blocked('archived', 'Some of the landing pages or offers are archived', named.rotator, [
    named.landing,
  ]),
  campaignsNeedIt: blockedByCampaign(
    'not-publishable',
    'Campaigns use this rotator, and its default path cannot be published',
    named.rotator,
  ),
};
export const itemsMissing = {
  message: 'Some of the landing pages or offers were not found',
  details: { missing: [panelIds.unknown] },
};

export const noSuchKey = { message: 'API key not found', details: {} };
export const keyEnded = {
  revoked: { message: 'The key is revoked. Create a new one.', details: { reason: 'revoked' } },
  expired: { message: 'The key has expired. Create a new one.', details: { reason: 'expired' } },
};
export const noApiAccess = {
  message: 'The workspace has no active subscription with API access',
  details: {},
};

function blocked(reason: string, message: string, record: NamedRecord, by: NamedRecord[]): ErrorExample {
  return { message, details: { reason, blocked: [{ ...record, by }] } };
}

function blockedByCampaign(reason: string, message: string, record: NamedRecord): ErrorExample {
  const { details } = blocked(reason, message, record, [named.campaign]);
  return { message, details: { ...details, blockedCampaignIds: [panelIds.campaign] } };
}

export function staleRecord({
  label,
  example,
}: {
  label: string;
  example: { version: number };
}): ErrorExample {
  return {
    message: `The ${label} has changed since it was read`,
    details: {
      reason: 'stale',
      version: example.version,
      current: example,
      changedAt: '2026-11-16T10:02:11.480Z',
      changedBy: { type: 'user', id: panelIds.user, label: 'anna@example.com' },
      differences: ['name changed from “Before” to “Theirs”'],
    },
  };
}

export function staleRecords(label: string, stale: NamedRecord & { version: number }): ErrorExample {
  return {
    message: `Some of the ${label}s have changed since they were read`,
    details: { reason: 'stale', stale: [stale] },
  };
}
