export { createClassifier } from './create-classifier.ts';
export type { Classified, Classifier } from './create-classifier.ts';
export { hasMoreHints, hintsHeader } from './device/hints.ts';
export { openGeo } from './place/open-geo.ts';
export type { GeoReader } from './place/open-geo.ts';
export { unknownEverything, type Place } from './place/place.ts';
