import { findLanding, updateLandingRow, type LandingRow } from '../../store/landings.ts';
import type { EditableRecord } from '../records/update-record.ts';

export const landingRecord: EditableRecord<LandingRow> = {
  table: 'landings',
  name: 'landing',
  touched: (landingIds) => ({ landingIds }),
  find: findLanding,
  update: updateLandingRow,
};
