import { z } from 'zod';
import { recordId } from '../api/records.ts';

const columnName = z
  .string()
  .regex(
    /^[A-Za-z][\w.-]{0,63}$/,
    'must start with a letter and have at most 64 letters, digits, underscores, periods and hyphens',
  );
const listName = z
  .string()
  .regex(
    /^[a-z][A-Za-z-]{0,39}$/,
    'must start with a lowercase letter and have at most 40 letters and hyphens',
  );

const listsMax = 30;
const workspacesMax = 100;

const day = z.iso.date('must be a date such as 2026-11-16');

export const rangeNames = [
  'today',
  'yesterday',
  'last-7-days',
  'last-14-days',
  'last-30-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
] as const;

/**
 * Time range of a screen. A named range, such as today, depends on the current date. A range with fixed dates does not.
 */
const chosenRange = z.union(
  [
    z.strictObject({
      name: z.enum(rangeNames, `must be one of ${rangeNames.join(', ')}`),
    }),
    z.strictObject({ from: day, to: day }),
  ],
  'must be {"name"} or {"from", "to"}',
);

export const preferences = z
  .strictObject({
    theme: z.enum(['system', 'light', 'dark'], 'must be system, light or dark'),
    density: z.enum(['comfortable', 'compact'], 'must be comfortable or compact'),
    columns: z
      .record(
        listName,
        z.array(columnName, 'must be a list of columns').max(100, 'must have at most 100 columns'),
        'must be an object of column lists',
      )
      .refine((lists) => Object.keys(lists).length <= listsMax, `must have at most ${listsMax} lists`)
      .meta({
        description: `Visible columns of each list, in order, by list name. At most ${listsMax} lists.`,
      }),
    // Absent in preferences that an earlier version saved.
    reports: z
      .record(recordId, recordId, 'must be an object of saved reports')
      .refine((reports) => Object.keys(reports).length <= workspacesMax, {
        message: `must have at most ${workspacesMax} workspaces`,
      })
      .default({})
      .meta({
        description: 'ID of the saved report that the Reports screen opens with, by workspace ID.',
      }),
    range: chosenRange.nullable().meta({ description: 'Last used time range.' }),
    workspaceId: recordId.nullable().meta({ description: 'Last used workspace.' }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.output<typeof preferences>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'comfortable',
  columns: {},
  reports: {},
  range: null,
  workspaceId: null,
};

const version = z
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .meta({ description: 'Version of the preferences. 0 if none have been saved yet.' });

export const savedPreferences = z.strictObject({ version, preferences }).meta({ id: 'SavedPreferences' });
export type SavedPreferences = z.infer<typeof savedPreferences>;
