import { z } from 'zod';
import { pathCaps } from './caps.ts';
import { conditionTree } from './conditions.ts';
import { countryCode, shownCountry } from './country.ts';
import { nullAs } from './null-as.ts';
import { metricListPage, metricListQuery } from './metric-lists.ts';
import { archivedChoice, bothWays, listPage, listQuery, textSearch } from './paging.ts';
import {
  idList,
  includeArchived,
  nameFilter,
  readOnlyFields,
  recordId,
  recordStatus,
  timestamp,
  unixSeconds,
} from './records.ts';
import { recordName } from './text.ts';
import { versionNumber } from './versions.ts';

export * from './rotators/rules-input.ts';

const shared = z.boolean().meta({ description: 'Descriptive only: any number of campaigns may use it.' });

export const rotator = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    shared,
    country: shownCountry.nullable(),
    status: recordStatus,
    createdAt: timestamp,
  })
  .meta({ id: 'Rotator', description: 'Decides by rules which landing and offer a visitor gets.' });
export type Rotator = z.infer<typeof rotator>;

/** As the panel shows it, with the version to name in a write. */
export const panelRotator = rotator.extend({ version: versionNumber }).meta({ id: 'PanelRotator' });
export type PanelRotator = z.infer<typeof panelRotator>;

export const newRotator = z
  .strictObject({
    name: recordName,
    shared: shared.meta({ default: false }).nullish(),
    country: countryCode.nullish(),
    status: z.literal('active', 'a new rotator is active').meta({ readOnly: true }).nullish(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewRotator' });

/** Null stands for what a new rotator has. */
export const rotatorChange = z
  .strictObject({
    name: recordName.optional(),
    shared: nullAs(z.boolean(), false),
    country: countryCode.nullish(),
    status: recordStatus.optional(),
    ...readOnlyFields,
  })
  .meta({ id: 'RotatorChange', description: 'What is left out stays as it is.' });

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
      'A stream of a rotator. It keeps its id when rules change, so that its traffic stays its own.',
  });
export type RotatorPath = z.infer<typeof rotatorPath>;

/** The same in the panel, where all moments are told alike. */
const panelRotatorPath = rotatorPath
  .extend({ deletedAt: timestamp.nullable(), createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'PanelRotatorPath' });
export type PanelRotatorPath = z.infer<typeof panelRotatorPath>;

export const rotatorPathFilter = z.strictObject({
  rotatorId: recordId.meta({ description: 'Only those of this rotator.' }).optional(),
  ids: idList.optional(),
  includeArchived,
});

/** Oldest first, as they stand in the rotator's routing. */
export const rotatorPathListQuery = listQuery(['createdAt', ...bothWays('name', 'createdAt', 'updatedAt')], {
  ...textSearch,
  ...archivedChoice,
  ids: idList.optional(),
  rotatorId: recordId.meta({ description: 'Only those of this rotator.' }).optional(),
});
export const rotatorPathsPage = listPage(panelRotatorPath).meta({ id: 'RotatorPathsPage' });

const weight = z
  .int()
  .min(0)
  .max(1_000_000)
  .meta({ description: 'The share of traffic, in relation to its neighbors.' });

/** Checked in full where it was written; here it is only known to be an object. */
const shownConditions: z.ZodType<Record<string, unknown>> = conditionTree;

/** The whole of a rotator's routing, as `GET /rotators/{id}/rules` shows it. */
const rotatorRule = z
  .strictObject({
    id: z.uuid(),
    priority: z.int().meta({ description: 'The lowest is asked first.' }),
    name: z.string(),
    enabled: z.boolean(),
    conditions: shownConditions.nullable().meta({ description: 'Null: the rule holds for everybody.' }),
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
  .meta({ id: 'RotatorStream', description: 'A path with its pools of landings and offers.' });

export const publicRotatorRules = z
  .strictObject({
    version: z.int().meta({ description: 'Grows with every change of the rules.' }),
    defaultPathId: z.uuid().meta({ description: 'Where visitors go for whom no rule holds.' }),
    rules: z.array(rotatorRule),
    paths: z.array(rotatorStream),
  })
  .meta({ id: 'RotatorRules', description: 'The whole of a rotator’s routing.' });
export type PublicRotatorRules = z.infer<typeof publicRotatorRules>;

/** What the public interface shows, and the caps of paths, which it does not. */
export const rotatorRules = publicRotatorRules
  .extend({
    paths: z.array(
      rotatorStream.extend({ caps: pathCaps }).meta({
        id: 'CappedStream',
        description: 'A path with its caps and its pools of landings and offers.',
      }),
    ),
  })
  .meta({ id: 'RotatorRouting', description: 'The whole of a rotator’s routing.' });
export type RotatorRules = z.infer<typeof rotatorRules>;
