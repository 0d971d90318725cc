import { pageOf, uncounted } from '@waypost/contract/api/paging.ts';
import {
  newUpload,
  undoneUpload,
  upload,
  uploadFileBytesMax,
  uploadLineListQuery,
  uploadLinePage,
  uploadListQuery,
  uploadPage,
  type Upload,
} from '@waypost/contract/conversions/file-uploads.ts';
import { receiveUpload, tooManyUploads } from '../../../services/uploads/receive-upload.ts';
import { createUpload, getUpload, listUploadLines, listUploads } from '../../../services/uploads/uploads.ts';
import { undoUpload } from '../../../services/uploads/undo-upload.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { because } from '../../api-v1/operation.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const id = '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e31';
const params = { id };
const errors = { NOT_FOUND: { upload: noSuch('upload') } };

const waiting: Upload = {
  id,
  kind: 'costs',
  fileName: 'spend-november.csv',
  dryRun: false,
  state: 'waiting',
  progress: { bytes: 0, lines: 0, taken: 0, refused: 0 },
  counts: {},
  failure: null,
  canUndo: false,
  undoneAt: null,
  createdAt: '2026-11-16T11:20:45.018Z',
  createdBy: { type: 'user', id: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e02', label: 'anna@example.com' },
  endedAt: null,
};
const done: Upload = {
  ...waiting,
  state: 'done',
  progress: { bytes: 1_482, lines: 31, taken: 30, refused: 1 },
  counts: { entered: 30, duplicate: 1 },
  canUndo: true,
  endedAt: '2026-11-16T11:20:46.204Z',
};

export const uploadOperations: PanelOperation[] = [
  {
    operationId: 'listUploads',
    method: 'GET',
    path: '/uploads',
    access: 'uploads.read',
    summary: 'List conversion and cost uploads',
    description: 'Uploads and their line results are kept for 90 days.',
    query: uploadListQuery,
    data: uploadPage,
    example: {
      query: { kind: 'costs', state: 'done', q: 'november' },
      data: pageOf(done),
      issue: strayParameter,
    },
    run: (context, { query }) => listUploads(context, query),
  },
  {
    operationId: 'createUpload',
    method: 'POST',
    path: '/uploads',
    access: 'uploads.write',
    summary: 'Create an upload and define the columns of its file',
    description:
      'Send the file to `/uploads/{id}/file`. While the file is being processed, `/uploads/{id}` returns the progress. Columns for conversions: click ID, payout, txid, event, status, currency, time; goal rules can use other columns, too. Columns for costs: campaign (ID or exact name), from, to, amount, currency, mode, token1 to token15.',
    status: 201,
    once: 'answer',
    body: newUpload,
    data: upload,
    example: {
      body: { kind: 'costs', fileName: 'spend-november.csv', columns: { Spend: 'amount', Notes: null } },
      data: waiting,
      issue: { path: 'kind', message: 'must be conversions or costs' },
    },
    run: (context, { body }) => createUpload(context, body),
  },
  {
    operationId: 'getUpload',
    method: 'GET',
    path: '/uploads/{id}',
    access: 'uploads.read',
    summary: 'Get the progress or result of an upload',
    data: upload,
    errors,
    example: { params, data: done, issue: strayParameter },
    run: (context, input) => getUpload(context, inputId(input)),
  },
  {
    operationId: 'sendUploadFile',
    method: 'PUT',
    path: '/uploads/{id}/file',
    access: 'uploads.write',
    summary: 'Send the file for an upload. The response contains the result',
    description:
      'The body is a form with one file named `file`: CSV in UTF-8, up to 2 GiB. Lines are processed as they arrive, and a rejected line does not affect the others. If the connection is lost, processed lines are kept. In this case, create a new upload and send the file again; lines that have already been imported are skipped. An upload accepts only one file. At most four files per workspace are read at the same time; other files are rejected and can be sent later. If the file cannot be read to the end, the upload gets the state `failed` with the reason.',
    fileBytesMax: uploadFileBytesMax,
    data: upload,
    errors: {
      ...errors,
      CONFLICT: {
        cameAlready: because('file-came-already', 'The file for this upload was already received'),
      },
      RATE_LIMITED: { tooManyUploads },
    },
    example: {
      params,
      data: done,
      issue: { path: 'file', message: 'is required: the form must have a file with this name' },
    },
    run: (context, input) => receiveUpload(context, inputId(input), input.openFile),
  },
  {
    operationId: 'listUploadLines',
    method: 'GET',
    path: '/uploads/{id}/lines',
    access: 'uploads.read',
    summary: 'List an upload’s lines with their results',
    query: uploadLineListQuery,
    data: uploadLinePage,
    errors,
    example: {
      params,
      query: { fate: 'refused' },
      data: uncounted({
        line: 7,
        fate: 'refused' as const,
        verdict: 'duplicate',
        message: 'The same entry already exists. Nothing changed.',
        recordId: null,
        noPostback: null,
      }),
      issue: { path: 'fate', message: 'must be taken or refused' },
    },
    run: (context, input) => listUploadLines(context, inputId(input), input.query),
  },
  {
    operationId: 'undoUpload',
    method: 'POST',
    path: '/uploads/{id}/undo',
    access: 'uploads.write',
    summary: 'Reverse an upload’s cost entries',
    description:
      'Reversing takes a few seconds, as it does for a single entry. Entries that a later entry has replaced are kept. To reverse them, reverse the later entry first, then repeat this request. Uploaded conversions cannot be reversed as a whole.',
    data: undoneUpload,
    errors: {
      ...errors,
      CONFLICT: {
        nothing: because('nothing-to-undo', 'This upload has no cost entries that can be reversed'),
      },
    },
    example: {
      params,
      data: {
        upload: { ...done, canUndo: false, undoneAt: '2026-11-16T11:31:02.771Z' },
        withdrawn: 30,
        kept: 0,
      },
      issue: strayParameter,
    },
    run: (context, input) => undoUpload(context, inputId(input)),
  },
];
