import { newLanding } from '@waypost/contract/campaigns/landings.ts';
import type { ListedLanding } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';

export type LandingValues = { name: string; url: string; country: string };

export const landingFormSchema: RecordFormSchema<LandingValues, ListedLanding> = {
  labels: { name: 'Name', url: 'URL', country: 'Country' },
  empty: { name: '', url: '', country: '' },
  read: ({ name, url, country }) => ({ name, url, country: country ?? '' }),
  write: ({ name, url, country }) => ({ name, url, country: country === '' ? null : country }),
  schema: newLanding,
};
