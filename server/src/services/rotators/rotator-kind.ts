import { findRotator, updateRotatorRow, type RotatorRow } from '../../store/rotators.ts';
import type { EditableRecord } from '../records/update-record.ts';

/** Nothing is published anew when one is renamed or restored: what is served knows only its routing. */
export const rotatorKind: EditableRecord<RotatorRow> = {
  table: 'rotators',
  name: 'rotator',
  find: findRotator,
  update: updateRotatorRow,
};
