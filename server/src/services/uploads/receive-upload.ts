import type { NewUpload, Upload, UploadFailure } from '@waypost/contract/conversions/file-uploads.ts';
import { WaypostError } from '../../platform/errors.ts';
import { beginUpload, endUpload, saveUploadLines } from '../../store/uploads/uploads.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { uploadConversions } from './upload-conversions.ts';
import { uploadCosts } from './upload-costs.ts';
import { requirePermission } from '../permissions.ts';
import type { CsvSource } from './read-csv-lines.ts';
import type { KeepLines } from './upload-progress.ts';
import { getUpload, stalledSince, requireUpload } from './uploads.ts';

export type IncomingFile = AsyncIterable<Uint8Array>;

export class FileTooLarge extends Error {}

/**
 * Error for a form with a second file or field. The error is detected after the first file, when most lines may already
 * have been imported.
 */
export class FileNotAlone extends Error {}

export class FileCutOff extends Error {}

// Limits the number of concurrent uploads per workspace, because each upload uses a database connection for every group
// of lines.
const atOnceMax = 4;

export const tooManyUploads = {
  message: `${atOnceMax} files are already being read in this workspace. Send this file when one of them has been read.`,
  details: { reason: 'too-many-uploads', retryAfter: 10 },
};

/**
 * Reads a file as it arrives, no faster than its lines are processed, and keeps at most one group of lines in memory.
 * The result of each line is stored in the transaction that applied the line, so an interrupted upload shows exactly
 * what was imported.
 */
export async function receiveUpload(
  context: WorkspaceContext & WithTraffic,
  id: string,
  openFile: () => Promise<IncomingFile>,
): Promise<Upload> {
  requirePermission(context.actor, 'uploads.write');
  const { kind, fileName, options } = await requireUpload(context, id);
  const file = await openFile();
  const { workspaceId } = context;
  const now = context.now();
  const busy = { now, atOnceMax, stalledSince: stalledSince(now) };
  const start = await inWorkspace(context, (executor) => beginUpload(executor, workspaceId, id, busy));
  if (start === 'came-already')
    throw new WaypostError('CONFLICT', 'The file for this upload was already received', {
      reason: 'file-came-already',
    });
  if (start === 'too-many')
    throw new WaypostError('RATE_LIMITED', tooManyUploads.message, { details: tooManyUploads.details });
  const counter = { bytes: 0 };
  const keep: KeepLines = async (lines, counts, executor) => {
    const step = { bytes: counter.bytes, counts, lines, now: context.now() };
    if (executor === undefined)
      await inWorkspace(context, (own) => saveUploadLines(own, workspaceId, id, step));
    else await saveUploadLines(executor, workspaceId, id, step);
  };
  const end = async (failure: UploadFailure | null) => {
    const ending = { bytes: counter.bytes, failure, now: context.now() };
    await inWorkspace(context, (executor) => endUpload(executor, workspaceId, id, ending));
  };
  try {
    const source = decode(file, counter);
    await read(context, { kind, fileName, ...options }, { source, keep });
    await end(null);
  } catch (error) {
    const failure = explain(error);
    await end(
      failure ?? { reason: 'stopped', message: 'An internal error occurred while reading the file.' },
    );
    if (failure === undefined) throw error;
  }
  return await getUpload(context, id);
}

async function read(
  context: WorkspaceContext & WithTraffic,
  { kind, dryRun = false, columns = {}, ...own }: NewUpload,
  { source, keep }: { source: CsvSource; keep: KeepLines },
): Promise<void> {
  const how = { ...own, dryRun, rename: columns, keep };
  if (kind === 'conversions') await uploadConversions(context, source, how);
  else await uploadCosts(context, source, how);
}

async function* decode(file: IncomingFile, counter: { bytes: number }): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of file) {
    counter.bytes += piece.length;
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

function explain(error: unknown): UploadFailure | undefined {
  if (error instanceof FileTooLarge)
    return { reason: 'too-large', message: 'The file is larger than 2 GiB.' };
  if (error instanceof FileNotAlone)
    return {
      reason: 'several-files',
      message:
        'The form contains more than one file or field. Create a separate upload for each file. Lines that have already been imported will be skipped.',
    };
  if (error instanceof FileCutOff)
    return {
      reason: 'cut-off',
      message:
        'The connection was lost before the whole file arrived. Upload the file again. Lines that have already been imported will be skipped.',
    };
  if (error instanceof TypeError) return { reason: 'unreadable', message: 'The file is not UTF-8.' };
  if (error instanceof WaypostError && error.code === 'VALIDATION_FAILED')
    return { reason: 'unreadable', message: error.message };
  return undefined;
}
