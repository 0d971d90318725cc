const written = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
// A day is no moment, and has no zone.
const day = /^\d{4}-\d{2}-\d{2}$/;
const nameOfTime = /(?:At|Since|Until|[tT]ime)$/;
// 2001 in seconds; no count or size with such a name is as large.
const unixSecondsMin = 1_000_000_000;

/**
 * The places of an answer that tell a moment otherwise than in ISO 8601 with a zone: a text that looks like one, or
 * something else under the name of one.
 */
export function findOddTimes(value: unknown, place = ''): string[] {
  const name = place.slice(place.lastIndexOf('.') + 1);
  if (typeof value === 'string') {
    const isMeant = written.test(value) || (nameOfTime.test(name) && value !== '' && !day.test(value));
    return isMeant && !zoned.test(value) ? [`${place}: ${value}`] : [];
  }
  if (typeof value === 'number')
    return nameOfTime.test(name) && value >= unixSecondsMin ? [`${place}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    findOddTimes(part, Array.isArray(value) ? place : `${place}.${key}`),
  );
}
