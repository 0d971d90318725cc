const timestamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
// A date without a time is valid, because it needs no time zone.
const day = /^\d{4}-\d{2}-\d{2}$/;
const timestampName = /(?:At|Since|Until|[tT]ime)$/;
// A time in 2001 in Unix seconds. Smaller numbers in fields with such names are counts or sizes.
const unixSecondsMin = 1_000_000_000;

/**
 * Finds timestamps that are not ISO 8601 with a time zone: strings that look like timestamps, and values of fields
 * whose names suggest a timestamp.
 */
export function findInvalidTimestamps(value: unknown, path = ''): string[] {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (typeof value === 'string') {
    const isTimestamp =
      timestamp.test(value) || (timestampName.test(name) && value !== '' && !day.test(value));
    return isTimestamp && !zoned.test(value) ? [`${path}: ${value}`] : [];
  }
  if (typeof value === 'number')
    return timestampName.test(name) && value >= unixSecondsMin ? [`${path}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    findInvalidTimestamps(item, Array.isArray(value) ? path : `${path}.${key}`),
  );
}
