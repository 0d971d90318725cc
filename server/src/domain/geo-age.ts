/** Files of places that are older than this should be replaced: addresses move. */
export const geoDaysMax = 90;
