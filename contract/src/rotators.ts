import { z } from 'zod';
import { countryCode } from './country.ts';
import { idList, readOnlyFields, recordId, recordStatus, switchedOn } from './records.ts';
import { recordName } from './text.ts';

export const rotator = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  shared: z.boolean(),
  country: z.string().nullable(),
  status: recordStatus,
  createdAt: z.iso.datetime({ precision: 3 }),
});
export type Rotator = z.infer<typeof rotator>;

export const newRotator = z.strictObject({
  name: recordName,
  shared: z.boolean().nullish(),
  country: countryCode.nullish(),
  status: z.literal('active', 'a new rotator is active').optional(),
  ...readOnlyFields,
});

export const rotatorFilter = z.strictObject({
  query: z.string().optional(),
  q: z.string().optional(),
  ids: idList.optional(),
  country: countryCode.optional(),
});

export const rotatorPath = z.strictObject({
  id: z.uuid(),
  rotatorId: z.uuid(),
  name: z.string(),
  deletedAt: z.int().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type RotatorPath = z.infer<typeof rotatorPath>;

export const rotatorPathFilter = z.strictObject({
  rotatorId: recordId.optional(),
  ids: idList.optional(),
  includeArchived: switchedOn.optional(),
});

const weight = z.int().min(0).max(1_000_000);

/** The whole of a rotator's routing, as `GET /rotators/{id}/rules` shows it. */
export const rotatorRules = z.strictObject({
  version: z.int(),
  defaultPathId: z.uuid(),
  rules: z.array(
    z.strictObject({
      id: z.uuid(),
      priority: z.int(),
      name: z.string(),
      enabled: z.boolean(),
      conditions: z.record(z.string(), z.unknown()).nullable(),
      paths: z.array(z.strictObject({ pathId: z.uuid(), weight })),
    }),
  ),
  paths: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      enabled: z.boolean(),
      landings: z.array(z.strictObject({ landingId: z.uuid(), weight, enabled: z.boolean() })),
      offers: z.array(z.strictObject({ offerId: z.uuid(), weight, enabled: z.boolean() })),
    }),
  ),
});
export type RotatorRules = z.infer<typeof rotatorRules>;
