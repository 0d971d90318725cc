import { recordUses, type RecordUses } from '@waypost/contract/campaigns/record-uses.ts';
import { getRecordUses } from '../../../services/record-uses/get-record-uses.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const kinds = [
  { type: 'landing', Type: 'Landing', path: '/landings', access: 'landings.read', label: 'landing page' },
  { type: 'offer', Type: 'Offer', path: '/offers', access: 'offers.read', label: 'offer' },
  {
    type: 'affiliate-network',
    Type: 'AffiliateNetwork',
    path: '/affiliate-networks',
    access: 'affiliate-networks.read',
    label: 'affiliate network',
  },
  {
    type: 'traffic-source',
    Type: 'TrafficSource',
    path: '/traffic-sources',
    access: 'traffic-sources.read',
    label: 'traffic source',
  },
  { type: 'rotator', Type: 'Rotator', path: '/rotators', access: 'rotators.read', label: 'rotator' },
] as const;

const example: RecordUses = {
  campaigns: {
    total: 1,
    active: 1,
    items: [{ id: panelIds.campaign, name: 'Spring sale', status: 'active' }],
  },
  rotators: { total: 1, items: [{ id: panelIds.rotator, name: 'Main', parts: ['Default'] }] },
  offers: { total: 0, items: [] },
};

export const recordUseOperations: PanelOperation[] = kinds.map(({ type, Type, path, access, label }) => ({
  operationId: `get${Type}Uses`,
  method: 'GET',
  path: `${path}/{id}/uses`,
  access,
  summary: `List the campaigns, rotators and offers that use ${/^[ao]/.test(label) ? 'an' : 'a'} ${label}`,
  data: recordUses,
  errors: { NOT_FOUND: { [Type.slice(0, 1).toLowerCase() + Type.slice(1)]: noSuch(label) } },
  example: { data: example, issue: strayParameter },
  run: (context, input) => getRecordUses(context, type, inputId(input)),
}));
