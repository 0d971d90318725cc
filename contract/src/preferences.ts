import { z } from 'zod';
import { recordId } from './records.ts';

const columnName = z.string().regex(/^[A-Za-z][\w.-]{0,63}$/, 'must be the name of a column');
const listName = z.string().regex(/^[a-z][A-Za-z-]{0,39}$/, 'must be the name of a list');

const listsMax = 30;

const day = z.iso.date('must be a day such as 2026-11-16');

/** A range by its name moves along with time; one by days stays. */
const chosenRange = z.union(
  [
    z.strictObject({
      name: z.enum(
        [
          'today',
          'yesterday',
          'last-7-days',
          'last-14-days',
          'last-30-days',
          'this-week',
          'last-week',
          'this-month',
          'last-month',
        ],
        'must be the name of a range',
      ),
    }),
    z.strictObject({ from: day, to: day }),
  ],
  'must be {"name"} or {"from", "to"}',
);

/** What the panel keeps for a person, whichever browser they use. */
export const preferences = z
  .strictObject({
    theme: z.enum(['system', 'light', 'dark'], 'must be system, light or dark'),
    density: z.enum(['comfortable', 'compact'], 'must be comfortable or compact'),
    columns: z
      .record(
        listName,
        z.array(columnName, 'must be a list of columns').max(100, 'must have at most 100 columns'),
        'must be an object of lists',
      )
      .refine((lists) => Object.keys(lists).length <= listsMax, `must have at most ${listsMax} lists`)
      .meta({
        description: `Which columns a list shows, in their order, by the name of the list; up to ${listsMax} lists.`,
      }),
    range: chosenRange.nullable().meta({ description: 'The range that was looked at last.' }),
    workspaceId: recordId.nullable().meta({ description: 'The workspace that was looked at last.' }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'comfortable',
  columns: {},
  range: null,
  workspaceId: null,
};

const version = z
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .meta({ description: '0 where nothing was saved yet.' });

export const savedPreferences = z.strictObject({ version, preferences }).meta({ id: 'SavedPreferences' });
export type SavedPreferences = z.infer<typeof savedPreferences>;
