import { z } from 'zod';
import { countryCode, shownCountry } from '../values/country.ts';
import { metricListPage, metricListQuery } from '../reports/metric-lists.ts';
import { archivedChoice, bothWays, textSearch } from '../api/paging.ts';
import {
  idList,
  includeArchived,
  nameFilter,
  readOnlyFields,
  recordStatus,
  timestamp,
  unchangedStatus,
} from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { versionNumber } from '../api/versions.ts';
import { pageUrl } from '../values/web-address.ts';

export const landing = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    country: shownCountry.nullable(),
    status: recordStatus,
    createdAt: timestamp,
  })
  .meta({ id: 'Landing', description: 'A page shown before the offer.' });
export type Landing = z.infer<typeof landing>;

export const panelLanding = landing.extend({ version: versionNumber }).meta({ id: 'PanelLanding' });
export type PanelLanding = z.infer<typeof panelLanding>;

export const newLanding = z
  .strictObject({
    name: recordName,
    url: pageUrl,
    country: countryCode.nullish(),
    status: z.literal('active', 'must be active for a new landing page').meta({ readOnly: true }).nullish(),
    ...readOnlyFields,
  })
  .meta({ id: 'NewLanding' });

export const landingChange = z
  .strictObject({
    name: recordName.optional(),
    url: pageUrl.optional(),
    country: countryCode.nullish(),
    status: unchangedStatus,
    ...readOnlyFields,
  })
  .meta({ id: 'LandingChange', description: 'Omitted fields keep their values.' });

export const landingFilter = z.strictObject({
  ...nameFilter,
  ids: idList.optional(),
  country: countryCode.optional(),
  includeArchived,
});

export const landingListQuery = metricListQuery(
  ['-createdAt', ...bothWays('name', 'createdAt', 'updatedAt', 'status', 'country')],
  { ...textSearch, ...archivedChoice, ids: idList.optional(), country: countryCode.optional() },
);
export const landingsPage = metricListPage(panelLanding, 'ListedLanding').meta({ id: 'LandingsPage' });
