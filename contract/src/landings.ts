import { z } from 'zod';
import { countryCode } from './country.ts';
import { idList, readOnlyFields, recordStatus, switchedOn } from './records.ts';
import { recordName } from './text.ts';
import { pageUrl } from './web-address.ts';

export const landing = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  country: z.string().nullable(),
  status: recordStatus,
  createdAt: z.iso.datetime({ precision: 3 }),
});
export type Landing = z.infer<typeof landing>;

export const newLanding = z.strictObject({
  name: recordName,
  url: pageUrl,
  country: countryCode.nullish(),
  status: z.literal('active', 'a new landing is active').optional(),
  ...readOnlyFields,
});

export const landingChange = z.strictObject({
  name: recordName.optional(),
  url: pageUrl.optional(),
  country: countryCode.nullish(),
  status: recordStatus.optional(),
  ...readOnlyFields,
});

export const landingFilter = z.strictObject({
  query: z.string().optional(),
  q: z.string().optional(),
  ids: idList.optional(),
  country: countryCode.optional(),
  includeArchived: switchedOn.optional(),
});
