import { newRotator } from '@waypost/contract/rotators/rotators.ts';
import { rotatorSettingsChange, rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import type { PanelRotator, ShownRotatorSettings } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { toNumber } from '../../lib/forms/to-number.ts';

export type RotatorValues = { name: string; shared: boolean; country: string };

export const rotatorFormSchema: RecordFormSchema<RotatorValues, PanelRotator> = {
  labels: { name: 'Name', shared: 'Shared between campaigns', country: 'Country' },
  empty: { name: '', shared: false, country: '' },
  read: ({ name, shared, country }) => ({ name, shared, country: country ?? '' }),
  write: ({ name, shared, country }) => ({ name, shared, country: country === '' ? null : country }),
  schema: newRotator,
};

type StickyValues = {
  sticky: boolean;
  stickyLanding: boolean;
  stickyOffer: boolean;
  stickyDays: string;
};

export const stickyFormSchema: RecordFormSchema<StickyValues, ShownRotatorSettings> = {
  labels: {
    sticky: 'Sticky path',
    stickyLanding: 'Sticky landing page',
    stickyOffer: 'Sticky offer',
    stickyDays: 'Duration in days',
  },
  empty: { ...rotatorSettingsDefaults, stickyDays: String(rotatorSettingsDefaults.stickyDays) },
  read: ({ sticky, stickyLanding, stickyOffer, stickyDays }) => ({
    sticky,
    stickyLanding,
    stickyOffer,
    stickyDays: String(stickyDays),
  }),
  write: (values) => ({ ...values, stickyDays: toNumber(values.stickyDays) }),
  schema: rotatorSettingsChange,
};
