import type { RotatorRouting, RotatorRulesInput } from '../../../lib/api/api.ts';
import { inputOf } from './block-value.ts';
import type { WeightedKind } from './row-subjects.ts';

// A place where a path, landing page or offer is used with a weight. `enabled` is undefined if the place has no switch.
type WeightedPlace = {
  key: string;
  label: string;
  weight: number;
  // Share among the enabled entries of the same place, from 0 to 1.
  share: number;
  enabled: boolean | undefined;
};

type Routing = Pick<RotatorRouting, 'version' | 'defaultPathId' | 'rules' | 'paths'>;
type Subject = { field: WeightedKind; value: string };
type Change = { weight: number; enabled: boolean | undefined };

export function placesOf(routing: Routing, { field, value }: Subject): WeightedPlace[] {
  if (field === 'path')
    return routing.rules.flatMap(({ id, name, paths }) =>
      paths
        .filter(({ pathId }) => pathId === value)
        .map(({ weight }) => ({
          key: id,
          label: name,
          weight,
          share: shareOf(weight, paths),
          enabled: undefined,
        })),
    );
  return routing.paths.flatMap((path) => {
    const pool = poolOf(path, field);
    return pool
      .filter(({ id }) => id === value)
      .map(({ weight, enabled }) => ({
        key: path.id,
        label: path.name,
        weight,
        share: enabled
          ? shareOf(
              weight,
              pool.filter((item) => item.enabled),
            )
          : 0,
        enabled,
      }));
  });
}

// Key of the switch of a path, which is not a place.
export const pathSwitch = 'path';

export type PlaceChanges = ReadonlyMap<string, Change>;

// Returns the current weights and switches, as a start for editing.
export function changesOf(routing: Routing, subject: Subject): PlaceChanges {
  const places = placesOf(routing, subject).map(
    ({ key, weight, enabled }) => [key, { weight, enabled }] as const,
  );
  const path = subject.field === 'path' ? routing.paths.find(({ id }) => id === subject.value) : undefined;
  return new Map([
    ...places,
    ...(path === undefined ? [] : [[pathSwitch, { weight: 0, enabled: path.enabled }] as const]),
  ]);
}

// Returns the rules with the changed weights and switches, by key of the place.
export function withPlaces(
  routing: Routing,
  { field, value }: Subject,
  changes: PlaceChanges,
): RotatorRulesInput {
  const input = inputOf(routing);
  if (field === 'path')
    return {
      ...input,
      rules: routing.rules.map((rule, at) => ({
        ...(input.rules[at] ?? rule),
        paths: rule.paths.map((path) =>
          path.pathId === value ? { ...path, weight: changes.get(rule.id)?.weight ?? path.weight } : path,
        ),
      })),
      paths: input.paths.map((path) =>
        path.id === value ? { ...path, enabled: changes.get(pathSwitch)?.enabled ?? path.enabled } : path,
      ),
    };
  return {
    ...input,
    paths: routing.paths.map((path, at) => {
      const change = changes.get(path.id);
      const set = <Item extends { weight: number; enabled: boolean }>(item: Item, id: string): Item =>
        id === value && change !== undefined
          ? { ...item, weight: change.weight, enabled: change.enabled ?? item.enabled }
          : item;
      const shown = input.paths[at] ?? path;
      return field === 'offer'
        ? { ...shown, offers: path.offers.map((item) => set(item, item.offerId)) }
        : { ...shown, landings: path.landings.map((item) => set(item, item.landingId)) };
    }),
  };
}

function poolOf({ offers, landings }: Routing['paths'][number], field: WeightedKind) {
  return field === 'offer'
    ? offers.map(({ offerId, weight, enabled }) => ({ id: offerId, weight, enabled }))
    : landings.map(({ landingId, weight, enabled }) => ({ id: landingId, weight, enabled }));
}

function shareOf(weight: number, all: readonly { weight: number }[]): number {
  const total = all.reduce((sum, item) => sum + item.weight, 0);
  return total === 0 ? 0 : weight / total;
}
