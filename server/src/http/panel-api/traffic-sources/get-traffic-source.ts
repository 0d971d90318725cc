import { trafficSource } from '@waypost/contract/traffic-sources.ts';
import { getTrafficSource } from '../../../services/traffic-sources/get-traffic-source.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { trafficSourceExample } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const getTrafficSourceOperation: PanelOperation = {
  operationId: 'getTrafficSource',
  method: 'GET',
  path: '/traffic-sources/{id}',
  access: 'traffic-sources.read',
  summary: 'Reads one traffic source, archived ones too',
  data: trafficSource,
  errors: { NOT_FOUND: { trafficSource: noSuch('traffic source') } },
  example: { data: trafficSourceExample, issue: strayParameter },
  run: (context, input) => getTrafficSource(context, inputId(input)),
};
