import { orElse } from '@waypost/contract/values/lists.ts';
import { newRotator } from '@waypost/contract/rotators/rotators.ts';
import { rotatorSettingsChange, rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import { z } from 'zod';
import type { RotatorEntry } from './entries.ts';
import { commonFields, orNull, readWith, splitFields, type EntryReading } from './entry-fields.ts';
import { readRouting } from './read-routing.ts';

const settings = rotatorSettingsChange.shape;
const rotatorHead = z.strictObject({
  ...commonFields,
  shared: orElse(z.boolean(), false),
  sticky: orElse(settings.sticky.unwrap(), rotatorSettingsDefaults.sticky),
  stickyLanding: orElse(settings.stickyLanding.unwrap(), rotatorSettingsDefaults.stickyLanding),
  stickyOffer: orElse(settings.stickyOffer.unwrap(), rotatorSettingsDefaults.stickyOffer),
  stickyDays: orElse(settings.stickyDays.unwrap(), rotatorSettingsDefaults.stickyDays),
  country: orNull(newRotator.shape.country),
});
const routingFields = ['defaultPath', 'paths', 'rules'];

export function readRotatorEntry(input: unknown): EntryReading<RotatorEntry> {
  const { fields: routingGiven } = splitFields(input, routingFields, []);
  const head = readWith(rotatorHead, withoutFields(input, routingFields));
  if (routingGiven === undefined) return 'issues' in head ? head : { issues: [] };
  const routing = readRouting(routingGiven);
  if ('issues' in head || 'issues' in routing) {
    const issues = [head, routing].flatMap((reading) => ('issues' in reading ? reading.issues : []));
    return { issues };
  }
  const { key, ...rest } = head.entry;
  return { entry: { ...rest, key: key ?? rest.name, ...routing.entry } };
}

export function withoutFields(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}
