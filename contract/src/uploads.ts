import { z } from 'zod';
import { costEntryMode } from './costs.ts';

/** How large a file may be that comes through the panel; the command line takes any size. */
export const uploadBytesMax = 5 * 1_024 * 1_024;

const csvText = z.string('must be the text of a CSV file').meta({
  description: 'The text of the file: a line with names of columns, then one line for each.',
});
const dryRun = z
  .boolean('must be true or false')
  .meta({ description: 'Only says what would become of each line.' })
  .optional();

export const conversionsUpload = z
  .strictObject({
    csv: csvText,
    dryRun,
    postbacks: z
      .boolean('must be true or false')
      .meta({ description: 'Whether traffic sources are told of what counts; true where it is left out.' })
      .optional(),
  })
  .meta({ id: 'ConversionsUpload' });

export const costsUpload = z
  .strictObject({
    csv: csvText,
    dryRun,
    mode: costEntryMode.meta({ description: 'Of lines that name none; add by default.' }).optional(),
    withdrawOverlapping: z
      .boolean('must be true or false')
      .meta({ description: 'Withdraws the entries that are in the way of lines that are added.' })
      .optional(),
  })
  .meta({ id: 'CostsUpload' });

/** A line that was not taken. */
const uploadProblem = z.strictObject({
  line: z.int().min(1).meta({ description: 'As an editor counts them, the first is 1.' }),
  verdict: z.string(),
  message: z.string(),
});
export type UploadProblem = z.infer<typeof uploadProblem>;

/** What became of a file. */
export const uploadReport = z
  .strictObject({
    dryRun: z.boolean(),
    lines: z.int().min(0).meta({ description: 'Without the names of the columns, and empty ones.' }),
    taken: z.int().min(0),
    counts: z.record(z.string(), z.int()).meta({ description: 'How many lines came to each verdict.' }),
    problems: z.array(uploadProblem).meta({ description: 'What was not taken, and why; the first 1,000.' }),
    problemsLeftOut: z.int().min(0),
  })
  .meta({ id: 'UploadReport' });
export type UploadReport = z.infer<typeof uploadReport>;
