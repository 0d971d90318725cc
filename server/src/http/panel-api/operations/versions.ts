import { recordVersion, recordVersionDetail, versionFilter } from '@waypost/contract/versions.ts';
import { z } from 'zod';
import { putBackVersion } from '../../../services/versions/put-back-version.ts';
import { getVersion, listVersions } from '../../../services/versions/versions.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { answerWarnings } from '../answer-warnings.ts';
import { inputId, type PanelInput, type PanelOperation } from '../operation.ts';

const kinds = [
  {
    type: 'campaign',
    Type: 'Campaign',
    path: '/campaigns/{id}/versions',
    read: 'campaigns.read',
    write: 'campaigns.write',
  },
  {
    type: 'rotator',
    Type: 'Rotator',
    path: '/rotators/{id}/versions',
    read: 'rotators.read',
    write: 'rotators.manage',
  },
] as const;

const version = {
  version: 2,
  createdAt: '2026-11-16T10:02:11.480Z',
  author: { type: 'user', id: '01a1dd24-d0aa-7c13-9e55-4b1c2d3e4f50', label: 'ann@example.com' },
  changes: ['name changed from “Spring” to “Spring sale”'],
};
const detail = {
  ...version,
  differences: [{ path: 'name', before: 'Spring', after: 'Spring sale' }],
  content: { name: 'Spring sale' },
};

/** The same three operations for each kind of record that has versions. */
export const versionOperations: PanelOperation[] = kinds.flatMap(
  ({ type, Type, path, read, write }): PanelOperation[] => {
    const missingRecord = { [type]: noSuch(type) };
    const missing = { ...missingRecord, version: noSuch('version') };
    const recordOf = (input: PanelInput) => ({ type, id: inputId(input) });
    // Of what a version holds, only campaigns have macros: those of their settings and goals.
    const warned = (operation: Parameters<typeof answerWarnings>[1]) =>
      type === 'campaign' ? answerWarnings(type, operation) : operation;
    return [
      {
        operationId: `list${Type}Versions`,
        method: 'GET',
        path,
        access: read,
        summary: `Lists what a ${type} has been, newest first, with the author of each change`,
        query: versionFilter,
        data: z.array(recordVersion),
        errors: { NOT_FOUND: missingRecord },
        example: {
          query: { before: '3', limit: '50' },
          data: [version],
          issue: { path: 'limit', message: 'must be a whole number from 1 to 200' },
        },
        run: (context, input) => listVersions(context, type, inputId(input), input.query),
      },
      {
        operationId: `get${Type}Version`,
        method: 'GET',
        path: `${path}/{version}`,
        access: read,
        summary: `Shows one version of a ${type} and what differs from the one before it`,
        data: recordVersionDetail,
        errors: { NOT_FOUND: missing },
        example: { data: detail, issue: strayParameter },
        run: (context, input) => getVersion(context, recordOf(input), input.params['version'] ?? ''),
      },
      warned({
        operationId: `putBack${Type}Version`,
        method: 'POST',
        path: `${path}/{version}/put-back`,
        access: write,
        summary: `Makes a ${type} what it was, as a new version; nothing happens where it is so already`,
        data: z.null(),
        errors: {
          NOT_FOUND: missing,
          CONFLICT: { archived: { message: `the ${type} is archived: restore it first`, details: {} } },
        },
        example: { data: null, issue: strayParameter },
        run: (context, input) => putBackVersion(context, recordOf(input), input.params['version'] ?? ''),
      }),
    ];
  },
);
