/** Older GeoIP databases should be replaced, because addresses move. */
export const geoDaysMax = 90;
