import { z } from 'zod';
import { requiredText } from '../values/text.ts';

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
      'Part of a name, short name or URL host, case-insensitive, or the first 8 or more characters of an ID.',
  }),
});

const searchHit = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    isArchived: z.boolean().meta({ description: 'True if archived or, for API keys, revoked or expired.' }),
    match: z.enum(['exact', 'prefix', 'contains']),
    host: z.string().nullable().meta({ description: 'Host of the record’s URL.' }),
    shortName: z.string().nullable(),
  })
  .meta({ id: 'SearchHit' });

export const searchResult = z
  .strictObject({
    groups: z.array(z.strictObject({ type: z.enum(searchedTypes), hits: z.array(searchHit) })).meta({
      description: `At most ${searchHitsMax} hits in total: exact matches first, then prefixes, then partial matches, archived records last. Groups are sorted by their best hit.`,
    }),
    hasMore: z.boolean(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

export const visitSearchDays = 90;

const foundVisit = z
  .strictObject({
    clickId: z.string().meta({ description: 'Click ID of the visit.' }),
    time: z.string(),
    campaign: z.string().nullable(),
    match: z
      .enum(['externalId', 'transactionId'])
      .meta({ description: 'Matched value: the external click ID or the transaction ID of a conversion.' }),
  })
  .meta({ id: 'FoundVisit' });
export type FoundVisit = z.infer<typeof foundVisit>;

export const visitSearchResult = z
  .strictObject({
    items: z.array(foundVisit).meta({ description: 'Newest first, at most 5 for each kind of match.' }),
    isComplete: z.boolean().meta({
      description:
        'False if there may be more, because the search stops after 2 seconds. Use the event list to continue.',
    }),
  })
  .meta({ id: 'VisitSearchResult' });
export type VisitSearchResult = z.infer<typeof visitSearchResult>;
