import { newRotator, rotatorRoutingInput } from '@waypost/contract/rotators/rotators.ts';
import { rotatorSettingsChange, rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import type { PanelRotator, ShownRotatorSettings } from '../../lib/api/api.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { toNumber } from '../../lib/forms/to-number.ts';
import { writePath, type PathValues } from './routing/routing-form-schema.ts';

type RotatorValues = { name: string; shared: boolean; country: string };

export const rotatorFormSchema: RecordFormSchema<RotatorValues, PanelRotator> = {
  labels: { name: 'Name', shared: 'Shared between campaigns', country: 'Country' },
  empty: { name: '', shared: false, country: '' },
  read: ({ name, shared, country }) => ({ name, shared, country: country ?? '' }),
  write: ({ name, shared, country }) => ({ name, shared, country: country === '' ? null : country }),
  schema: newRotator,
};

// A new rotator has one path. More paths and rules are added on its page.
export type NewRotatorValues = {
  name: string;
  country: string;
  paths: [Pick<PathValues, 'id' | 'name' | 'landings' | 'offers'>];
};

export const newRotatorFormSchema: RecordFormSchema<NewRotatorValues, PanelRotator> = {
  labels: { name: 'Name', country: 'Country', paths: 'Default path' },
  empty: { name: '', country: '', paths: [{ id: 'new-1', name: 'Default', landings: [], offers: [] }] },
  read: ({ name, country }) => ({ ...newRotatorFormSchema.empty, name, country: country ?? '' }),
  write: ({ name, country, paths: [path] }) => ({
    name,
    country: country === '' ? null : country,
    paths: [writePath({ ...path, enabled: true, blocks: false, caps: [] })],
  }),
  schema: newRotator.pick({ name: true, country: true }).extend({ paths: rotatorRoutingInput.shape.paths }),
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
