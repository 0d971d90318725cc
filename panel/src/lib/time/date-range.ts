export {
  namedRanges,
  isRangeName,
  readRange,
  writeRange,
  dayIn,
  formatRange,
  formatDays,
  type RangeName,
} from '@waypost/contract/reports/date-range.ts';
