import { z } from 'zod';
import { requiredText } from './text.ts';

const searchedTypes = [
  'campaign',
  'traffic-source',
  'offer',
  'landing',
  'rotator',
  'affiliate-network',
  'domain',
  'key',
] as const;
export type SearchedType = (typeof searchedTypes)[number];

export const searchHitsMax = 20;

export const searchQuery = z.strictObject({
  q: requiredText(200).meta({
    description:
      'Part of a name, of a short name or of the host of a URL, in any case; or an id, from 8 characters on.',
  }),
});

const searchHit = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    isArchived: z.boolean().meta({ description: 'Of a key: revoked or expired.' }),
    match: z.enum(['exact', 'prefix', 'contains']),
    host: z.string().nullable().meta({ description: 'That of its URL.' }),
    shortName: z.string().nullable(),
  })
  .meta({ id: 'SearchHit' });

export const searchResult = z
  .strictObject({
    groups: z.array(z.strictObject({ type: z.enum(searchedTypes), hits: z.array(searchHit) })).meta({
      description: `Up to ${searchHitsMax} hits in all, the best first: exact ones, then beginnings, then parts; archived ones last. The group with the best hit comes first.`,
    }),
    hasMore: z.boolean(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

/** How far back visits are searched for. */
export const visitSearchDays = 90;

const foundVisit = z
  .strictObject({
    clickId: z.string().meta({ description: 'Of Waypost.' }),
    time: z.string(),
    campaign: z.string().nullable(),
    match: z
      .enum(['externalId', 'transactionId'])
      .meta({ description: 'The click ID of the traffic source, or the transaction ID of a conversion.' }),
  })
  .meta({ id: 'FoundVisit' });
export type FoundVisit = z.infer<typeof foundVisit>;

export const visitSearchResult = z
  .strictObject({
    items: z.array(foundVisit).meta({ description: 'Newest first, at most 5 for each kind of match.' }),
    isComplete: z.boolean().meta({
      description:
        'False if there may be more: the search ends after 2 seconds. The list of events goes on from there.',
    }),
  })
  .meta({ id: 'VisitSearchResult' });
export type VisitSearchResult = z.infer<typeof visitSearchResult>;
