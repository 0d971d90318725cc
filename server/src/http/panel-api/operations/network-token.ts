import { z } from 'zod';
import {
  getNetworkToken,
  issueNetworkToken,
  removeNetworkToken,
} from '../../../services/affiliate-networks/network-token.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const path = '/affiliate-networks/{id}/token';
const NOT_FOUND = { affiliateNetwork: noSuch('affiliate network') };
const CONFLICT = {
  archived: { message: 'the affiliate network is archived: restore it first', details: {} },
};

export const networkTokenOperations: PanelOperation[] = [
  {
    operationId: 'getAffiliateNetworkToken',
    method: 'GET',
    path,
    access: 'affiliate-networks.read',
    summary: 'Says whether conversions of a network must carry a token',
    data: z.strictObject({ isSet: z.boolean() }),
    errors: { NOT_FOUND },
    example: { data: { isSet: true }, issue: strayParameter },
    run: (context, input) => getNetworkToken(context, inputId(input)),
  },
  {
    operationId: 'issueAffiliateNetworkToken',
    method: 'POST',
    path,
    access: 'affiliate-networks.write',
    summary: 'Makes a new token that conversions of a network must carry',
    description: 'It is shown only in this answer and stops the one before it.',
    data: z.strictObject({ token: z.string() }),
    errors: { NOT_FOUND, CONFLICT },
    example: { data: { token: 'q7bX0vJ2mN5sT8wZ1aC4dF6gH9kL3pRe' }, issue: strayParameter },
    run: (context, input) => issueNetworkToken(context, inputId(input)),
  },
  {
    operationId: 'removeAffiliateNetworkToken',
    method: 'DELETE',
    path,
    access: 'affiliate-networks.write',
    summary: 'Lets conversions of a network come without a token',
    data: z.null(),
    errors: { NOT_FOUND, CONFLICT },
    example: { data: null, issue: strayParameter },
    run: (context, input) => removeNetworkToken(context, inputId(input)),
  },
];
