import { pageOf, uncounted } from '@waypost/contract/paging.ts';
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
} from '@waypost/contract/file-uploads.ts';
import { receiveUpload, tooManyUploads } from '../../../services/file-uploads/receive-upload.ts';
import {
  createUpload,
  getUpload,
  listUploadLines,
  listUploads,
} from '../../../services/file-uploads/uploads.ts';
import { undoUpload } from '../../../services/file-uploads/undo-upload.ts';
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
    summary: 'Lists files of conversions and costs that were brought in',
    description: 'Each is kept for 90 days, with what became of its lines.',
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
    summary: 'Says what a file is that comes next, and what its columns mean',
    description:
      'The file itself is sent to `/uploads/{id}/file`; while it is read, `/uploads/{id}` tells how far it is. Columns of conversions: click id, payout, txid, event, status, currency, time; others can be asked for by goal rules. Of costs: campaign (id or exact name), from, to, amount, currency, mode, token1 to token15.',
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
    summary: 'Shows how far a file is, or what became of it',
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
    summary: 'Takes the file, and answers what became of it when all of it is read',
    description:
      'A form with one file, `file`: CSV in UTF-8, up to 2 GiB. Lines are done as they come; one that cannot be taken leaves the others alone. Where the connection breaks off, what was done stays done, and the upload says so: bring the file in again with a new upload, lines that are in are found. It is sent once, and four files of a workspace are read at a time: a fifth is refused and can be sent later. A file that cannot be read is answered as `failed`, with why.',
    fileBytesMax: uploadFileBytesMax,
    data: upload,
    errors: {
      ...errors,
      CONFLICT: { cameAlready: because('file-came-already', 'the file of this upload has come already') },
      RATE_LIMITED: { tooManyUploads },
    },
    example: {
      params,
      data: done,
      issue: { path: 'file', message: 'is required: the form must have a file of this name' },
    },
    run: (context, input) => receiveUpload(context, inputId(input), input.openFile),
  },
  {
    operationId: 'listUploadLines',
    method: 'GET',
    path: '/uploads/{id}/lines',
    access: 'uploads.read',
    summary: 'Lists what became of the lines of a file',
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
        message: 'The same entry is there already.',
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
    summary: 'Takes back the costs that a file has entered',
    description:
      'It is done within seconds, as for single entries. What a later entry has replaced stays, and can be taken back when that one is withdrawn: ask again. Conversions of a file cannot be taken back as a whole.',
    data: undoneUpload,
    errors: {
      ...errors,
      CONFLICT: {
        nothing: because('nothing-to-undo', 'there is nothing of this file that can be taken back'),
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
