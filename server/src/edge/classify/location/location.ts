import { attributesKnownBy, type AttributesKnownBy } from '@waypost/contract/visit-attributes.ts';
import { cells } from '../../../domain/traffic/cells.ts';

type ConnectionType = 'broadband' | 'cellular' | 'hosting' | 'other';

/** What the owner of an address is known by; what else a place has, its city has. */
const ofNetwork = ['isp', 'asn', 'connectionType'] as const satisfies AttributesKnownBy<'place'>[];
type OfCity = Exclude<AttributesKnownBy<'place'>, (typeof ofNetwork)[number]>;
const ofCity = attributesKnownBy('place').filter(
  (name): name is OfCity => !(ofNetwork as readonly string[]).includes(name),
);
/** In the order in which the halves of a place are written. */
export const locationAttributes: readonly AttributesKnownBy<'place'>[] = [...ofCity, ...ofNetwork];

/** Where an address is; undefined is what is not known. */
type Whereabouts = Record<OfCity | 'continent', string | undefined>;

/** By which network it comes. */
export type Network = {
  isp: string | undefined;
  asn: number | undefined;
  connectionType: ConnectionType | undefined;
  isDatacenter: boolean;
};

/** The halves of its cells in a row, escaped once for all addresses that share them. */
type WithCells<Part> = Part & { cells: string };
export type CityPart = WithCells<Whereabouts>;
export type NetworkPart = WithCells<Network>;
export type Location = WithCells<Whereabouts & Network>;

export function buildCityPart(where: Whereabouts): CityPart {
  return { ...where, cells: cells(...ofCity.map((name) => where[name])) };
}

export function buildNetworkPart(network: Network): NetworkPart {
  const asn = network.asn === undefined ? undefined : String(network.asn);
  return { ...network, cells: cells(network.isp, asn, network.connectionType) };
}

export function buildLocation(where: CityPart, network: NetworkPart): Location {
  return {
    continent: where.continent,
    country: where.country,
    region: where.region,
    city: where.city,
    isp: network.isp,
    asn: network.asn,
    connectionType: network.connectionType,
    isDatacenter: network.isDatacenter,
    cells: `${where.cells}\t${network.cells}`,
  };
}

export const noCity = buildCityPart({
  continent: undefined,
  country: undefined,
  region: undefined,
  city: undefined,
});

export const noNetwork = buildNetworkPart({
  isp: undefined,
  asn: undefined,
  connectionType: undefined,
  isDatacenter: false,
});

export const emptyLocation: Location = buildLocation(noCity, noNetwork);
