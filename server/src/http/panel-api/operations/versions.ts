import { panelCampaign } from '@waypost/contract/campaigns/campaigns.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import { panelRotator } from '@waypost/contract/rotators/rotators.ts';
import { recordVersionDetail, versionListQuery, versionPage } from '@waypost/contract/api/versions.ts';
import { z } from 'zod';
import { getPanelCampaign } from '../../../services/campaigns/campaigns.ts';
import { getRotator } from '../../../services/rotators/rotators.ts';
import { restoreVersion } from '../../../services/versions/restore-version.ts';
import { getVersion, listVersions } from '../../../services/versions/versions.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { answerWarnings } from '../answer-warnings.ts';
import { panelCampaignExample, panelRotatorExample } from '../examples/records.ts';
import { inputId, type PanelContext, type PanelInput, type PanelOperation } from '../operation.ts';
import { affiliateNetworkShown } from './affiliate-networks.ts';
import { landingShown } from './landings.ts';
import { offerShown } from './offers.ts';
import { trafficSourceShown } from './traffic-sources.ts';
import { workspaceShown } from './workspace.ts';
import { changesRecord } from '../versioned.ts';

const kinds = [
  {
    type: 'campaign',
    Type: 'Campaign',
    path: '/campaigns/{id}/versions',
    read: 'campaigns.read',
    write: 'campaigns.write',
    record: {
      label: 'campaign',
      data: panelCampaign,
      example: panelCampaignExample,
      read: getPanelCampaign,
    },
  },
  {
    type: 'rotator',
    Type: 'Rotator',
    path: '/rotators/{id}/versions',
    read: 'rotators.read',
    write: 'rotators.manage',
    record: { label: 'rotator', data: panelRotator, example: panelRotatorExample, read: getRotator },
  },
  {
    type: 'landing',
    Type: 'Landing',
    path: '/landings/{id}/versions',
    read: 'landings.read',
    write: 'landings.write',
    record: landingShown,
  },
  {
    type: 'offer',
    Type: 'Offer',
    path: '/offers/{id}/versions',
    read: 'offers.read',
    write: 'offers.write',
    record: offerShown,
  },
  {
    type: 'traffic-source',
    Type: 'TrafficSource',
    path: '/traffic-sources/{id}/versions',
    read: 'traffic-sources.read',
    write: 'traffic-sources.manage',
    record: trafficSourceShown,
  },
  {
    type: 'affiliate-network',
    Type: 'AffiliateNetwork',
    path: '/affiliate-networks/{id}/versions',
    read: 'affiliate-networks.read',
    write: 'affiliate-networks.write',
    record: affiliateNetworkShown,
  },
  {
    type: 'workspace',
    Type: 'WorkspaceSettings',
    path: '/settings/versions',
    read: 'workspaces.read',
    write: 'workspaces.settings',
    record: workspaceShown,
  },
] as const;

/** Returns the ID of the record. Workspace settings need no ID, because the path already names the workspace. */
function idOf(type: (typeof kinds)[number]['type'], context: PanelContext, input: PanelInput): string {
  return type === 'workspace' ? context.workspaceId : inputId(input);
}

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

export const versionOperations: PanelOperation[] = kinds.flatMap((kind): PanelOperation[] => {
  const { type, Type, path, read } = kind;
  const { label } = kind.record;
  const missingRecord = { [Type.slice(0, 1).toLowerCase() + Type.slice(1)]: noSuch(label) };
  const missing = { ...missingRecord, version: noSuch('version') };
  return [
    {
      operationId: `list${Type}Versions`,
      method: 'GET',
      path,
      access: read,
      summary: `List the versions of ${one(label)}, newest first, with their authors`,
      query: versionListQuery,
      data: versionPage,
      errors: { NOT_FOUND: missingRecord },
      example: {
        query: { limit: '50' },
        data: pageOf(version),
        issue: { path: 'limit', message: 'must be a whole number from 1 to 500' },
      },
      run: (context, input) => listVersions(context, type, idOf(type, context, input), input.query),
    },
    {
      operationId: `get${Type}Version`,
      method: 'GET',
      path: `${path}/{version}`,
      access: read,
      summary: `Get a version of ${one(label)} and its changes from the previous version`,
      data: recordVersionDetail,
      errors: { NOT_FOUND: missing },
      example: { data: detail, issue: strayParameter },
      run: (context, input) =>
        getVersion(context, { type, id: idOf(type, context, input) }, input.params['version'] ?? ''),
    },
    restoreOperation(kind),
  ];
});

function restoreOperation({ type, Type, path, write, record }: (typeof kinds)[number]): PanelOperation {
  const operation = changesRecord(record, {
    operationId: `putBack${Type}Version`,
    method: 'POST',
    path: `${path}/{version}/put-back`,
    access: write,
    summary: `Restore a version of ${one(record.label)} as a new version`,
    description:
      'If the record already equals that version, nothing happens and `changed` is false. The archived state is not changed.',
    idOf: (context, input) => idOf(type, context, input),
    more: { changed: z.boolean().meta({ description: 'False if the record already equaled that version.' }) },
    errors: { NOT_FOUND: { version: noSuch('version') }, CONFLICT: { archived: archived(record.label) } },
    example: { data: { changed: true } },
    run: async (context, input) => {
      const subject = { type, id: idOf(type, context, input) };
      const { isChanged } = await restoreVersion(context, subject, input.params['version'] ?? '');
      return { changed: isChanged };
    },
  });
  // Only campaigns can get new warnings, because their settings and goal rules are checked together. Versions of other
  // records were checked when they were saved.
  return type === 'campaign' ? answerWarnings(type, operation) : operation;
}

function one(label: string): string {
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}
