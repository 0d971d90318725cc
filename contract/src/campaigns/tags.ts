import { z } from 'zod';
import { shownTags, tagList } from '../values/tags.ts';
import { namedRecords } from './bulk.ts';

// Types of records that can have tags.
const taggedTypes = [
  'campaign',
  'traffic-source',
  'offer',
  'landing',
  'rotator',
  'affiliate-network',
] as const;
export type TaggedType = (typeof taggedTypes)[number];

const type = z.enum(taggedTypes, `must be one of ${taggedTypes.join(', ')}`);

export const tagListQuery = z.strictObject({ type });

export const usedTags = z
  .strictObject({
    tags: z.array(
      z.strictObject({
        tag: z.string(),
        records: z.int().meta({ description: 'Number of records with the tag that are not archived.' }),
      }),
    ),
  })
  .meta({ id: 'UsedTags', description: 'Tags of records of one type, in alphabetical order.' });
export type UsedTags = z.infer<typeof usedTags>;

export const tagChange = z
  .strictObject({
    type,
    records: namedRecords.shape.records,
    add: tagList.optional(),
    remove: tagList.optional(),
  })
  .refine(
    ({ add = [], remove = [] }) => add.length + remove.length > 0,
    'must contain tags to add or to remove',
  )
  .meta({
    id: 'TagChange',
    description: 'Each record is changed completely or not at all, independently of the other records.',
  });

const tagProblems = ['not-found', 'stale', 'archived', 'too-many-tags'] as const;
export type TagProblem = (typeof tagProblems)[number];

export const tagResults = z
  .strictObject({
    results: z.array(
      z
        .strictObject({
          id: z.uuid(),
          name: z.string().nullable(),
          version: z.int().nullable().meta({ description: 'Version after the change.' }),
          before: shownTags,
          tags: shownTags,
          problem: z
            .enum(tagProblems)
            .nullable()
            .meta({ description: 'Why the record was not changed. Null if its tags are as requested.' }),
        })
        .meta({ id: 'TagResult' }),
    ),
  })
  .meta({ id: 'TagResults', description: 'One result for each record, in the order of the request.' });
export type TagResults = z.infer<typeof tagResults>;
