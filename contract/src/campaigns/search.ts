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
    isPaused: z.boolean().meta({ description: 'True for a paused campaign.' }),
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

export const tokenSearchDays = 7;
export const tokenHitsMax = 10;

export const tokenSearchQuery = z.strictObject({
  q: requiredText(200).meta({ description: 'Whole value of a token, case-sensitive.' }),
});

const namedId = z.strictObject({ id: z.uuid(), name: z.string() });

const foundToken = z
  .strictObject({
    token: z.int().meta({ description: 'Number of the token, 1 to 15.' }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the token in the traffic source, or null without a name.' }),
    campaign: namedId,
    trafficSource: namedId,
    visits: z.int(),
    lastVisitAt: z.string(),
  })
  .meta({ id: 'FoundToken' });

export const tokenSearchResult = z
  .strictObject({
    items: z.array(foundToken).meta({
      description: `Tokens with this value by campaign, most visits first, at most ${tokenHitsMax}.`,
    }),
    isComplete: z.boolean().meta({
      description:
        'False if there may be more, because the search stops after 2 seconds. The newest visits are searched first.',
    }),
  })
  .meta({ id: 'TokenSearchResult' });
export type TokenSearchResult = z.infer<typeof tokenSearchResult>;
