import { z } from 'zod';
import { pathCaps } from '../campaigns/caps.ts';
import { conditionTree } from '../conditions/conditions.ts';
import { countryCode, shownCountry } from '../values/country.ts';
import { nullAs } from '../values/null-as.ts';
import { metricListPage, metricListQuery } from '../reports/metric-lists.ts';
import { archivedChoice, bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import {
  idList,
  includeArchived,
  nameFilter,
  readOnlyFields,
  recordId,
  recordStatus,
  timestamp,
  unixSeconds,
} from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';

export * from './rules-input.ts';

const shared = z.boolean().meta({ description: 'Label only. Any number of campaigns can use the rotator.' });

export const rotator = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    shared,
    country: shownCountry.nullable(),
    status: recordStatus,
    createdAt: timestamp,
  })
  .meta({ id: 'Rotator', description: 'Routes visitors to landing pages and offers by rules.' });
export type Rotator = z.infer<typeof rotator>;

export const panelRotator = rotator.extend({ version: versionNumber }).meta({ id: 'PanelRotator' });
export type PanelRotator = z.infer<typeof panelRotator>;

export const newRotator = z
  .strictObject({
    name: recordName,
    shared: shared.meta({ default: false }).nullish(),
    country: countryCode.nullish(),
    status: z.literal('active', 'must be active for a new rotator').meta({ readOnly: true }).nullish(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewRotator' });

export const rotatorChange = z
  .strictObject({
    name: recordName.optional(),
    shared: nullAs(z.boolean(), false),
    country: countryCode.nullish(),
    status: recordStatus.optional(),
    ...readOnlyFields,
  })
  .meta({ id: 'RotatorChange', description: 'Omitted fields keep their values.' });

export const rotatorFilter = z.strictObject({
  ...nameFilter,
  ids: idList.optional(),
  country: countryCode.optional(),
});

export const rotatorListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status', 'country')],
  { ...textSearch, ...archivedChoice, ids: idList.optional(), country: countryCode.optional() },
);
export const rotatorsPage = metricListPage(panelRotator, 'ListedRotator').meta({ id: 'RotatorsPage' });

export const rotatorPath = z
  .strictObject({
    id: z.uuid(),
    rotatorId: z.uuid(),
    name: z.string(),
    deletedAt: unixSeconds.nullable(),
    createdAt: unixSeconds,
    updatedAt: unixSeconds,
  })
  .meta({
    id: 'RotatorPath',
    description:
      'A path (stream) of a rotator. Its ID stays the same when rules change, so its statistics stay together.',
  });
export type RotatorPath = z.infer<typeof rotatorPath>;

const panelRotatorPath = rotatorPath
  .extend({ deletedAt: timestamp.nullable(), createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'PanelRotatorPath' });
export type PanelRotatorPath = z.infer<typeof panelRotatorPath>;

export const rotatorPathFilter = z.strictObject({
  rotatorId: recordId.meta({ description: 'Only paths in this rotator.' }).optional(),
  ids: idList.optional(),
  includeArchived,
});

export const rotatorPathListQuery = listQuery(['createdAt', ...bothWays('name', 'createdAt', 'updatedAt')], {
  ...textSearch,
  ...archivedChoice,
  ids: idList.optional(),
  rotatorId: recordId.meta({ description: 'Only paths in this rotator.' }).optional(),
});
export const rotatorPathsPage = listPage(panelRotatorPath).meta({ id: 'RotatorPathsPage' });

const weight = z.int().min(0).max(1_000_000).meta({ description: 'Relative share of the traffic.' });

/**
 * Conditions in responses. They were validated when they were written, so the response schema only requires an object.
 */
const shownConditions: z.ZodType<Record<string, unknown>> = conditionTree;

const rotatorRule = z
  .strictObject({
    id: z.uuid(),
    priority: z.int().meta({ description: 'Rules are checked in ascending order.' }),
    name: z.string(),
    enabled: z.boolean(),
    conditions: shownConditions.nullable().meta({ description: 'Null matches every visit.' }),
    paths: z.array(z.strictObject({ pathId: z.uuid(), weight })),
  })
  .meta({ id: 'RotatorRule' });

const rotatorStream = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    enabled: z.boolean(),
    landings: z.array(z.strictObject({ landingId: z.uuid(), weight, enabled: z.boolean() })),
    offers: z.array(z.strictObject({ offerId: z.uuid(), weight, enabled: z.boolean() })),
  })
  .meta({ id: 'RotatorStream', description: 'A path with its landing pages and offers.' });

const blocks = z.boolean().meta({
  description: 'True if the path turns its visitors away. It has no landing pages, offers or caps.',
});

export const publicRotatorRules = z
  .strictObject({
    version: z.int().meta({ description: 'Increases with every change to the rules.' }),
    defaultPathId: z.uuid().meta({ description: 'Path used when no rule matches.' }),
    rules: z.array(rotatorRule),
    paths: z.array(rotatorStream),
  })
  .meta({ id: 'RotatorRules', description: 'Rules and paths of a rotator.' });
export type PublicRotatorRules = z.infer<typeof publicRotatorRules>;

export const rotatorRules = publicRotatorRules
  .extend({
    paths: z.array(
      rotatorStream.extend({ blocks, caps: pathCaps }).meta({
        id: 'PanelStream',
        description: 'A path with its destination: Block, or landing pages and offers with caps.',
      }),
    ),
  })
  .meta({ id: 'RotatorRouting', description: 'Rules and paths of a rotator.' });
export type RotatorRules = z.infer<typeof rotatorRules>;
