import { versionNumber } from '@waypost/contract/api/versions.ts';
import { z } from 'zod';
import {
  getNetworkToken,
  issueNetworkToken,
  removeNetworkToken,
} from '../../../services/affiliate-networks/network-token.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, type ShownRecord } from '../versioned.ts';

const path = '/affiliate-networks/{id}/token';
const state = z.strictObject({ isSet: z.boolean(), version: versionNumber }).meta({
  id: 'NetworkTokenState',
  description: 'State of the token. `version` is the version of the affiliate network.',
});
const record: ShownRecord = {
  label: 'affiliate network',
  data: state,
  example: { isSet: true, version: 4 } as ShownRecord['example'],
  read: getNetworkToken,
};
const NOT_FOUND = { affiliateNetwork: noSuch('affiliate network') };
const CONFLICT = {
  archived: {
    message: 'The affiliate network is archived. Restore it first.',
    details: { reason: 'archived' },
  },
};

export const networkTokenOperations: PanelOperation[] = [
  {
    operationId: 'getAffiliateNetworkToken',
    method: 'GET',
    path,
    access: 'affiliate-networks.read',
    summary: 'Check whether a network’s incoming postbacks need a token',
    data: state,
    errors: { NOT_FOUND },
    example: { data: record.example, issue: strayParameter },
    run: (context, input) => getNetworkToken(context, inputId(input)),
  },
  changesRecord(record, {
    operationId: 'issueAffiliateNetworkToken',
    method: 'POST',
    path,
    access: 'affiliate-networks.write',
    summary: 'Create a token that a network’s incoming postbacks must include',
    description: 'The token is returned once and replaces the previous one.',
    more: { token: z.string() },
    errors: { CONFLICT },
    example: { data: { token: 'q7bX0vJ2mN5sT8wZ1aC4dF6gH9kL3pRe' } },
    run: (context, input) => issueNetworkToken(context, inputId(input)),
  }),
  changesRecord(record, {
    operationId: 'removeAffiliateNetworkToken',
    method: 'DELETE',
    path,
    access: 'affiliate-networks.write',
    summary: 'Remove a network’s token, so that its incoming postbacks do not need one',
    errors: { CONFLICT },
    example: { data: { isSet: false } },
    run: (context, input) => removeNetworkToken(context, inputId(input)),
  }),
];
