import {
  newOffer,
  offer,
  offerChange,
  offerListQuery,
  offersPage,
} from '@waypost/contract/campaigns/offers.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { createOffer } from '../../../services/offers/create-offer.ts';
import {
  archiveOffer,
  archiveOffers,
  getOffer,
  listOffers,
  offerRecord,
} from '../../../services/offers/offers.ts';
import { restoreOffers } from '../../../services/offers/restore-offers.ts';
import { updateOffer } from '../../../services/offers/update-offer.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import {
  offerChangeConflicts,
  offerConflicts,
  offerInUse,
  offerRestoreConflict,
} from '../examples/errors.ts';
import { offerExample, panelIds } from '../examples/records.ts';
import { answerWarnings, showWarnings } from '../answer-warnings.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';
import { lifecycleOperations } from './lifecycle.ts';

export const offerShown: ShownRecord = { label: 'offer', data: offer, example: offerExample, read: getOffer };

export const offerOperations: PanelOperation[] = [
  {
    operationId: 'listOffers',
    method: 'GET',
    path: '/offers',
    access: 'offers.read',
    summary: 'List offers',
    query: offerListQuery,
    data: offersPage,
    example: {
      query: { q: 'sweep', country: 'DE' },
      data: pageOf(offerExample),
      issue: { path: 'archived', message: 'must be 0, 1 or all' },
    },
    run: (context, { query }) => listOffers(context, query),
  },
  answerWarnings(
    'offer',
    createsRecord(offerShown, {
      operationId: 'createOffer',
      method: 'POST',
      path: '/offers',
      access: 'offers.write',
      summary: 'Create an offer',
      body: newOffer,
      errors: {
        NOT_FOUND: { affiliateNetwork: noSuch('affiliate network'), overflowOffer: noSuch('fallback offer') },
        CONFLICT: offerConflicts,
      },
      example: {
        body: {
          name: offerExample.name,
          affiliateNetworkId: panelIds.affiliateNetwork,
          url: offerExample.url,
          country: 'DE',
          payout: offerExample.payout,
          caps: offerExample.caps,
          overflowOfferId: offerExample.overflowOfferId,
          shortName: offerExample.shortName,
        },
        issue: { path: 'url', message: 'must start with http:// or https://' },
      },
      run: (context, { body }) => createOffer(context, body),
    }),
  ),
  showWarnings('offer', {
    operationId: 'getOffer',
    method: 'GET',
    path: '/offers/{id}',
    access: 'offers.read',
    summary: 'Get an offer, archived or not',
    data: offer,
    errors: { NOT_FOUND: { offer: noSuch('offer') } },
    example: { data: offerExample, issue: strayParameter },
    run: (context, input) => getOffer(context, inputId(input)),
  }),
  answerWarnings(
    'offer',
    changesRecord(offerShown, {
      operationId: 'updateOffer',
      method: 'PATCH',
      path: '/offers/{id}',
      access: 'offers.write',
      summary: 'Update the given fields of an offer',
      body: offerChange,
      errors: {
        NOT_FOUND: {
          affiliateNetwork: noSuch('affiliate network'),
          overflowOffer: noSuch('fallback offer'),
        },
        CONFLICT: { offerArchived: archived('offer'), ...offerChangeConflicts },
      },
      example: {
        body: { payout: offerExample.payout, caps: offerExample.caps },
        issue: { path: 'caps.0.limit', message: 'must be a whole number from 1 to 1000000000' },
      },
      run: (context, input) => updateOffer(context, inputId(input), input.body),
    }),
  ),
  ...lifecycleOperations({
    record: offerShown,
    kind: offerRecord,
    path: '/offers',
    Name: 'Offer',
    archive: {
      access: 'offers.write',
      description:
        'Fails if the offer is used in a rotator path, or as the fallback of an offer that is not archived. Archiving an archived offer has no effect.',
      conflict: { offerInUse },
      run: archiveOffer,
      runMany: archiveOffers,
    },
    restore: {
      access: 'offers.write',
      description:
        'Fails if an offer’s affiliate network or fallback offer is archived, unless that record is restored in the same request.',
      conflict: { offerRestoreConflict },
      runMany: restoreOffers,
    },
  }),
];
