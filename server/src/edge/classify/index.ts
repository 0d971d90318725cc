export { createClassifier } from './create-classifier.ts';
export type { Classified, Classifier, ClassifyInput } from './create-classifier.ts';
export { openGeo } from './place/open-geo.ts';
export type { GeoDescription, GeoOptions, GeoReader } from './place/open-geo.ts';
export type { ConnectionType, Place } from './place/place.ts';
export type { Device, DeviceType } from './device/device.ts';
