import { newOffer, offer, offerChange, offerFilter } from '@waypost/contract/offers.ts';
import { bulkIds, createdId, restoredCount } from '@waypost/contract/records.ts';
import { z } from 'zod';
import { createOffer } from '../../../services/offers/create-offer.ts';
import { archiveOffer, getOffer, listOffers } from '../../../services/offers/offers.ts';
import { restoreOffers } from '../../../services/offers/restore-offers.ts';
import { updateOffer } from '../../../services/offers/update-offer.ts';
import { archived, bulkMistake, noSuch, notAllKnown, strayParameter } from '../../api-v1/examples/errors.ts';
import {
  offerChangeConflicts,
  offerConflicts,
  offerInUse,
  offerRestoreConflict,
} from '../examples/errors.ts';
import { offerExample, panelIds } from '../examples/records.ts';
import { answerWarnings } from '../answer-warnings.ts';
import { inputId, type PanelOperation } from '../operation.ts';

export const offerOperations: PanelOperation[] = [
  {
    kind: 'list',
    operationId: 'listOffers',
    method: 'GET',
    path: '/offers',
    access: 'offers.read',
    summary: 'Lists offers, oldest first',
    query: offerFilter,
    data: offer,
    example: {
      query: { q: 'sweep', country: 'DE' },
      data: [offerExample],
      issue: { path: 'includeArchived', message: 'must be 1 or left out' },
    },
    run: (context, { query }) => listOffers(context, query),
  },
  answerWarnings('offer', {
    operationId: 'createOffer',
    method: 'POST',
    path: '/offers',
    access: 'offers.write',
    summary: 'Adds an offer',
    body: newOffer,
    data: createdId,
    errors: {
      NOT_FOUND: { affiliateNetwork: noSuch('affiliate network'), overflowOffer: noSuch('overflow offer') },
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
      data: { id: panelIds.offer },
      issue: { path: 'url', message: 'must begin with http:// or https://' },
    },
    run: (context, { body }) => createOffer(context, body),
  }),
  {
    operationId: 'getOffer',
    method: 'GET',
    path: '/offers/{id}',
    access: 'offers.read',
    summary: 'Reads one offer, archived ones too',
    data: offer,
    errors: { NOT_FOUND: { offer: noSuch('offer') } },
    example: { data: offerExample, issue: strayParameter },
    run: (context, input) => getOffer(context, inputId(input)),
  },
  answerWarnings('offer', {
    operationId: 'updateOffer',
    method: 'PATCH',
    path: '/offers/{id}',
    access: 'offers.write',
    summary: 'Changes the given fields of an offer',
    body: offerChange,
    data: z.null(),
    errors: {
      NOT_FOUND: {
        offer: noSuch('offer'),
        affiliateNetwork: noSuch('affiliate network'),
        overflowOffer: noSuch('overflow offer'),
      },
      CONFLICT: { offerArchived: archived('offer'), ...offerChangeConflicts },
    },
    example: {
      body: { payout: { mode: 'auto' }, caps: [] },
      data: null,
      issue: { path: 'caps.0.limit', message: 'must be a whole number from 1 to 1000000000' },
    },
    run: (context, input) => updateOffer(context, inputId(input), input.body),
  }),
  {
    operationId: 'archiveOffer',
    method: 'POST',
    path: '/offers/{id}/archive',
    access: 'offers.write',
    summary: 'Archives an offer',
    description:
      'Refused while a stream of a rotator holds it, or an offer overflows to it. Archiving again changes nothing.',
    data: z.null(),
    errors: { NOT_FOUND: { offer: noSuch('offer') }, CONFLICT: { offerInUse } },
    example: { data: null, issue: strayParameter },
    run: (context, input) => archiveOffer(context, inputId(input)),
  },
  {
    operationId: 'restoreOffers',
    method: 'POST',
    path: '/offers/restore',
    access: 'offers.write',
    summary: 'Restores archived offers, all or none',
    description:
      'Refused while the network or the overflow offer of one is archived and not restored by the same call.',
    body: bulkIds,
    data: restoredCount,
    errors: { NOT_FOUND: { offers: notAllKnown('offer') }, CONFLICT: { offerRestoreConflict } },
    example: { body: { ids: [panelIds.offer] }, data: { restored: 1 }, issue: bulkMistake },
    run: (context, { body }) => restoreOffers(context, body),
  },
];
