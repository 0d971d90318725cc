/**
 * Maximum age of a GeoIP database. Older databases should be replaced, because address blocks move to different
 * locations.
 */
export const geoDaysMax = 90;
