import { currencyCode } from '@waypost/contract/values/currency.ts';
import { timezoneName } from '@waypost/contract/values/text.ts';
import { orElse } from '@waypost/contract/values/lists.ts';
import {
  addressPrivacy,
  currencyRates,
  visitorRecognition,
  workspaceSettingsChange,
} from '@waypost/contract/accounts/settings.ts';
import { z } from 'zod';
import type { Settings } from './entries.ts';
import { orNull, readWith, type EntryReading } from './entry-fields.ts';
import { formatVersion } from './kinds.ts';

export const settingsDefaults = {
  fallbackUrl: null,
  blockUrl: null,
  addressPrivacy: 'full',
  visitors: 'cookie',
  maxCostPerVisit: 100,
  retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
  rates: {},
} as const;

const days = workspaceSettingsChange.shape.retention.unwrap().shape;
const defaults = settingsDefaults.retention;
const retention = z
  .strictObject({
    visitDays: days.visitDays.transform((given) => given ?? defaults.visitDays),
    eventDays: days.eventDays.transform((given) => given ?? defaults.eventDays),
    postbackDays: days.postbackDays.transform((given) => given ?? defaults.postbackDays),
  })
  .nullish()
  .transform((given) => given ?? { ...defaults });

const settingsDocument = z.strictObject({
  format: z.literal(formatVersion, `must be ${formatVersion}, the format that this version of Waypost reads`),
  workspace: z.strictObject({
    timezone: timezoneName,
    currency: currencyCode,
    fallbackUrl: orNull(workspaceSettingsChange.shape.fallbackUrl),
    blockUrl: orNull(workspaceSettingsChange.shape.blockUrl),
    addressPrivacy: orElse(addressPrivacy, 'full'),
    visitors: orElse(visitorRecognition, 'cookie'),
    maxCostPerVisit: orElse(
      workspaceSettingsChange.shape.maxCostPerVisit.unwrap(),
      settingsDefaults.maxCostPerVisit,
    ),
    retention,
    rates: orElse(currencyRates, {}),
  }),
});

export function readSettings(input: unknown): EntryReading<Settings> {
  const reading = readWith(settingsDocument, input);
  return 'issues' in reading ? reading : { entry: reading.entry.workspace };
}
