import { z } from 'zod';
import { costEntryMode } from './costs.ts';
import { bothWays, listPage, listQuery } from './paging.ts';
import { searchText, timestamp } from './records.ts';
import { tokenNames } from './visit-attributes.ts';

/** How large a file may be that comes as one. */
export const uploadFileBytesMax = 2 * 1_024 ** 3;

export const conversionUploadFields = [
  'clickId',
  'amount',
  'transactionId',
  'event',
  'status',
  'currency',
  'time',
] as const;
export const costUploadFields = [
  'campaign',
  'from',
  'to',
  'amount',
  'currency',
  'mode',
  ...tokenNames,
] as const;

/** What columns mean that are called otherwise; those without a meaning here are left out. */
function columnsOf<Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return z
    .record(z.string().min(1).max(200), z.enum(fields, `must be one of ${fields.join(', ')}`).nullable())
    .refine((columns) => Object.keys(columns).length <= 200, 'must name at most 200 columns')
    .meta({
      description:
        'What columns of the file mean, by their names; null leaves one out. Those that are not named are known by their names.',
    })
    .optional();
}

const file = {
  fileName: z.string('is required').min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  dryRun: z
    .boolean('must be true or false')
    .meta({ description: 'Only says what would become of each line.' })
    .optional(),
};

export const newUpload = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('conversions'),
        ...file,
        columns: columnsOf(conversionUploadFields),
        postbacks: z
          .boolean('must be true or false')
          .meta({
            description: 'Whether traffic sources are told of what counts; true where it is left out.',
          })
          .optional(),
      }),
      z.strictObject({
        kind: z.literal('costs'),
        ...file,
        columns: columnsOf(costUploadFields as unknown as [string, ...string[]]),
        mode: costEntryMode.meta({ description: 'Of lines that name none; add by default.' }).optional(),
        withdrawOverlapping: z
          .boolean('must be true or false')
          .meta({ description: 'Withdraws the entries that are in the way of lines that are added.' })
          .optional(),
      }),
    ],
    'must be conversions or costs',
  )
  .meta({ id: 'NewUpload' });
export type NewUpload = z.infer<typeof newUpload>;

const uploadStates = ['waiting', 'reading', 'done', 'failed'] as const;
const uploadState = z.enum(uploadStates).meta({
  id: 'UploadState',
  description: 'waiting for its file, reading it, or ended: done with all lines, or failed before that.',
});
export type UploadState = z.infer<typeof uploadState>;

const uploadFailures = ['cut-off', 'too-large', 'several-files', 'unreadable', 'stopped'] as const;
const uploadFailure = z
  .strictObject({
    reason: z.enum(uploadFailures).meta({
      description:
        'cut-off: the file did not come to its end; too-large; several-files: the form has more than one file; unreadable: it is no file of this kind; stopped: whoever read it was stopped.',
    }),
    message: z.string(),
  })
  .meta({ id: 'UploadFailure' });
export type UploadFailure = z.infer<typeof uploadFailure>;

export const upload = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(['conversions', 'costs']),
    fileName: z.string(),
    dryRun: z.boolean(),
    state: uploadState,
    progress: z
      .strictObject({
        bytes: z.int().meta({ description: 'Read so far.' }),
        lines: z.int().meta({ description: 'Done so far; each was taken or refused.' }),
        taken: z.int(),
        refused: z.int(),
      })
      .meta({ id: 'UploadNumbers' }),
    counts: z.record(z.string(), z.int()).meta({ description: 'How many lines came to each verdict.' }),
    failure: uploadFailure.nullable(),
    canUndo: z.boolean().meta({
      description:
        'Whether something that it entered can be taken back: costs can, as long as undo has not taken back all.',
    }),
    undoneAt: timestamp
      .nullable()
      .meta({ description: 'When nothing of it was left that can be taken back.' }),
    createdAt: timestamp,
    createdBy: z.strictObject({ type: z.string(), id: z.uuid().nullable(), label: z.string() }),
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'Upload' });
export type Upload = z.infer<typeof upload>;

export const uploadListQuery = listQuery(['-createdAt', ...bothWays('createdAt')], {
  kind: z.enum(['conversions', 'costs'], 'must be conversions or costs').optional(),
  state: z.enum(uploadStates, 'must be waiting, reading, done or failed').optional(),
  q: searchText
    .max(200, 'must have at most 200 characters')
    .meta({ description: 'Part of the name of the file, in any case; % and _ mean themselves.' })
    .optional(),
});
export const uploadPage = listPage(upload).meta({ id: 'UploadPage' });
export type UploadPage = z.infer<typeof uploadPage>;

const uploadLine = z
  .strictObject({
    line: z.int().min(1).meta({ description: 'As an editor counts them, the first is 1.' }),
    fate: z.enum(['taken', 'refused']),
    verdict: z.string(),
    message: z.string().nullable().meta({ description: 'Why it was not taken.' }),
    recordId: z.uuid().nullable().meta({ description: 'Of a cost: the entry that it made.' }),
    noPostback: z
      .string()
      .nullable()
      .meta({ description: 'Of a conversion: why no traffic source was told, in a sentence.' }),
  })
  .meta({ id: 'UploadLine' });
export type UploadLine = z.infer<typeof uploadLine>;

export const uploadLineListQuery = listQuery(['line', ...bothWays('line')], {
  fate: z.enum(['taken', 'refused'], 'must be taken or refused').optional(),
});
export const uploadLinePage = listPage(uploadLine).meta({ id: 'UploadLinePage' });
export type UploadLinePage = z.infer<typeof uploadLinePage>;

export const undoneUpload = z
  .strictObject({
    upload,
    withdrawn: z.int().meta({ description: 'How many entries are being taken back.' }),
    kept: z.int().meta({
      description:
        'How many stay: they failed, or a later entry has replaced them. Once that one is withdrawn, they can be taken back as well.',
    }),
  })
  .meta({ id: 'UndoneUpload' });
export type UndoneUpload = z.infer<typeof undoneUpload>;
