/** Maximum age of a GeoIP database. Older databases should be replaced, because addresses move to different places. */
export const geoDaysMax = 90;
