import type { PanelOperation } from '../operation.ts';
import { archiveTrafficSourceOperation } from './archive-traffic-source.ts';
import { createTrafficSourceOperation } from './create-traffic-source.ts';
import { getTrafficSourceOperation } from './get-traffic-source.ts';
import { listTrafficSourcesOperation } from './list-traffic-sources.ts';
import { restoreTrafficSourcesOperation } from './restore-traffic-sources.ts';
import { updateTrafficSourceOperation } from './update-traffic-source.ts';

export const trafficSourceOperations: PanelOperation[] = [
  listTrafficSourcesOperation,
  createTrafficSourceOperation,
  getTrafficSourceOperation,
  updateTrafficSourceOperation,
  archiveTrafficSourceOperation,
  restoreTrafficSourcesOperation,
];
