import type { NamedRecord } from '../../../services/records/record-kind.ts';
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

export const offerInUse = blocked('in-use', 'the offer is in use', named.offer, [named.rotator]);
export const networkInUse = blocked('in-use', 'the affiliate network is in use', named.network, [
  named.offer,
]);
export const domainInUse = blockedByCampaign('in-use', 'the domain is in use', named.domain);
export const rotatorInUse = blockedByCampaign('in-use', 'the rotator is in use', named.rotator);

export const offerConflicts = {
  networkArchived: blocked(
    'archived',
    'the affiliate network is archived: restore it first',
    named.network,
    [],
  ),
  overflowArchived: blocked(
    'archived',
    'the overflow offer is archived: restore it first',
    named.overflow,
    [],
  ),
};
export const offerChangeConflicts = {
  networkArchived: blocked('archived', 'the affiliate network is archived: restore it first', named.offer, [
    named.network,
  ]),
  overflowArchived: blocked('archived', 'the overflow offer is archived: restore it first', named.offer, [
    named.overflow,
  ]),
};
export const offerRestoreConflict = blocked(
  'archived',
  'an archived record is in the way: restore it first',
  named.offer,
  [named.network],
);

export const domainThere = blocked('taken', 'the workspace has this domain already', named.domain, []);
export const domainInArchive = blocked(
  'archived',
  'the workspace has this domain in its archive: restore it instead',
  named.domain,
  [],
);
export const hostTaken = {
  message: 'the host is taken: it cannot be verified here',
  details: { reason: 'host-taken' },
};

export const rulesConflicts = {
  itemsArchived: blocked('archived', 'some of the landings or offers are archived', named.rotator, [
    named.landing,
  ]),
  campaignsNeedIt: blockedByCampaign(
    'not-publishable',
    'campaigns use the rotator, and its default stream could not be published',
    named.rotator,
  ),
};
export const itemsMissing = {
  message: 'some of the landings or offers do not exist',
  details: { missing: [panelIds.unknown] },
};

export const noSuchKey = { message: 'there is no key with this id in the workspace', details: {} };
export const keyEnded = {
  revoked: { message: 'the key is revoked: create a new one', details: { reason: 'revoked' } },
  expired: { message: 'the key has expired: create a new one', details: { reason: 'expired' } },
};
export const noApiAccess = {
  message: 'the workspace has no active subscription with API access',
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
    message: `the ${label} was changed since it was read`,
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

export function staleRecords(
  { label }: { label: string },
  { id, name, version }: { id: string; name: string; version: number },
): ErrorExample {
  const stale = [{ type: label.replaceAll(' ', '-'), id, name, version }];
  return {
    message: `some of the ${label}s were changed since they were read`,
    details: { reason: 'stale', stale },
  };
}
