import { layerNames, layers, type LayerName } from './rules.ts';

export function findLayer(path: string): LayerName | undefined {
  return layerNames.find((name) => isAmong(path, layers[name].paths));
}

/**
 * Returns true if the path is in one of the places. A place that ends with a slash is a folder. Any other place is a
 * single file.
 */
export function isAmong(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

/** Returns the folder directly below the layer, or the path of the file if the file is directly in the layer. */
export function findFolder(path: string): string {
  const layer = findLayer(path);
  const start = layer && layers[layer].paths.find((place) => isAmong(path, [place]));
  if (start === undefined) return path;
  const [folder, ...rest] = path.slice(start.length).split('/');
  return rest.length === 0 ? path : `${start}${folder}/`;
}
