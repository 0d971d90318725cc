import {
  isTimeDimension,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import { fromUnits } from '../money/decimal.ts';
import { writeTimeKey } from './dimension-keys.ts';

const unitsOfMicro = 1_000_000n;

export function readDimensionValue(dimension: DimensionId, key: string | null): string | number | null {
  if (key === null) return null;
  if (isTimeDimension(dimension)) return writeTimeKey(dimension, Number(key));
  return reportDimensions[dimension].kind === 'number' ? Number(key) : key;
}

export function writeMicros(micros: bigint): string {
  return fromUnits(micros * unitsOfMicro);
}
