import {
  findTrafficSource,
  updateTrafficSourceRow,
  type TrafficSourceRow,
} from '../../store/traffic-sources.ts';
import type { EditableRecord } from '../records/update-record.ts';

export const trafficSourceRecord: EditableRecord<TrafficSourceRow> = {
  table: 'traffic_sources',
  name: 'traffic-source',
  touched: (trafficSourceIds) => ({ trafficSourceIds }),
  find: findTrafficSource,
  update: updateTrafficSourceRow,
};
