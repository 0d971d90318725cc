export { createClassifier } from './create-classifier.ts';
export type { Classified, Classifier } from './create-classifier.ts';
export { hasMoreHints, hintsHeader } from './device/hints.ts';
export { openGeo } from './location/open-geo.ts';
export type { GeoReader } from './location/open-geo.ts';
export { emptyLocation, type Location } from './location/location.ts';
