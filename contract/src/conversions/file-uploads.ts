import { z } from 'zod';
import { costEntryMode } from './costs.ts';
import { bothWays, listPage, listQuery } from '../api/paging.ts';
import { searchText, timestamp } from '../api/records.ts';
import { tokenNames } from '../visits/visit-attributes.ts';

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

function columnsOf<Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return z
    .record(z.string().min(1).max(200), z.enum(fields, `must be one of ${fields.join(', ')}`).nullable())
    .refine((columns) => Object.keys(columns).length <= 200, 'must name at most 200 columns')
    .meta({
      description:
        'Maps column names to fields. A column mapped to null is ignored. Columns that are not listed are recognized by name.',
    })
    .optional();
}

const file = {
  fileName: z.string('is required').min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  dryRun: z
    .boolean('must be true or false')
    .meta({ description: 'Validate each line without saving anything.' })
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
            description: 'Send postbacks for counted conversions. Default: true.',
          })
          .optional(),
      }),
      z.strictObject({
        kind: z.literal('costs'),
        ...file,
        columns: columnsOf(costUploadFields as unknown as [string, ...string[]]),
        mode: costEntryMode
          .meta({ description: 'Mode for lines that do not set one. Default: add.' })
          .optional(),
        withdrawOverlapping: z
          .boolean('must be true or false')
          .meta({ description: 'Replaces existing entries that overlap with lines in mode add.' })
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
  description:
    'waiting: no file received yet. reading: in progress. done: all lines processed. failed: stopped before the end.',
});
export type UploadState = z.infer<typeof uploadState>;

const uploadFailures = ['cut-off', 'too-large', 'several-files', 'unreadable', 'stopped'] as const;
const uploadFailure = z
  .strictObject({
    reason: z.enum(uploadFailures).meta({
      description:
        'cut-off: the upload was interrupted. too-large: the file exceeds the limit. several-files: the form contains more than one file or field. unreadable: the file is not in the expected format. stopped: reading the file was interrupted, for example by a restart.',
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
        bytes: z.int().meta({ description: 'Bytes read.' }),
        lines: z.int().meta({ description: 'Number of lines processed, whether accepted or rejected.' }),
        taken: z.int(),
        refused: z.int(),
      })
      .meta({ id: 'UploadNumbers' }),
    counts: z.record(z.string(), z.int()).meta({ description: 'Number of lines by result.' }),
    failure: uploadFailure.nullable(),
    canUndo: z.boolean().meta({
      description: 'True if this upload’s entries can be reversed. Only cost uploads can be reversed.',
    }),
    undoneAt: timestamp.nullable().meta({ description: 'Time when the last reversible entry was reversed.' }),
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
    .meta({ description: 'Part of the file name, case-insensitive. % and _ are literal.' })
    .optional(),
});
export const uploadPage = listPage(upload).meta({ id: 'UploadPage' });
export type UploadPage = z.infer<typeof uploadPage>;

const uploadLine = z
  .strictObject({
    line: z.int().min(1).meta({ description: 'Line number, starting at 1.' }),
    fate: z.enum(['taken', 'refused']),
    verdict: z.string(),
    message: z.string().nullable().meta({ description: 'Why the line was rejected.' }),
    recordId: z.uuid().nullable().meta({ description: 'ID of the created cost entry.' }),
    noPostback: z.string().nullable().meta({ description: 'For conversions: why no postback is sent.' }),
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
    withdrawn: z.int().meta({ description: 'Number of entries being reversed.' }),
    kept: z.int().meta({
      description:
        'Number of entries that are not reversed because they failed or were replaced by a later entry. To reverse a replaced entry, reverse the later entry first.',
    }),
  })
  .meta({ id: 'UndoneUpload' });
export type UndoneUpload = z.infer<typeof undoneUpload>;
