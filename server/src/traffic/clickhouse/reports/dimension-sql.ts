import { noId } from '../../../domain/traffic/cells.ts';
import {
  isTimeDimension,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import { dimensionColumns } from '../../dimension-columns.ts';
import { hourKeyFactor, hourKeyShift } from '../../../domain/reports/dimension-keys.ts';

/**
 * Returns the SQL expression that rows are grouped and filtered by. `localSeconds` is the local time of the visit in
 * seconds since 1970.
 */
export function keyOf(dimension: DimensionId, localSeconds: string, offsetSeconds: string): string {
  if (!isTimeDimension(dimension)) return dimensionColumns[dimension];
  const days = `intDiv(${localSeconds}, 86400)`;
  switch (dimension) {
    case 'day':
      return days;
    // 1970-01-01 was a Thursday, so the day number of a Monday is 4 more than a multiple of 7.
    case 'week':
      return `intDiv(${days} + 3, 7) * 7 - 3`;
    case 'month':
      return `toInt64(toYYYYMM(toDate32(toInt32(${days}))))`;
    case 'weekday':
      return `(${days} + 3) % 7 + 1`;
    case 'hourOfDay':
      return `intDiv(${localSeconds} % 86400, 3600)`;
    case 'hour':
      return `(intDiv(${localSeconds}, 3600) * 3600 - ${offsetSeconds}) * ${hourKeyFactor} + ${hourKeyShift} - ${offsetSeconds}`;
  }
}

/** Replaces the value stored for "unknown" with NULL, and converts IDs to text, which sorts as users expect. */
export function valueOf(dimension: DimensionId, key: string): string {
  const { kind } = reportDimensions[dimension];
  if (kind === 'time') return key;
  if (kind === 'record') return `if(${key} = toUUID('${noId}'), NULL, toString(${key}))`;
  if (kind === 'number') return `nullIf(${key}, 0)`;
  return `nullIf(toString(${key}), '')`;
}
