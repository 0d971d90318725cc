import { attributesKnownBy, type AttributesKnownBy } from '@waypost/contract/visits/visit-attributes.ts';
import { cells } from '../../../domain/traffic/cells.ts';

type ConnectionType = 'broadband' | 'cellular' | 'hosting' | 'other';

const networkAttributes = ['isp', 'asn', 'connectionType'] as const satisfies AttributesKnownBy<'place'>[];
type CityAttribute = Exclude<AttributesKnownBy<'place'>, (typeof networkAttributes)[number]>;
const cityAttributes = attributesKnownBy('place').filter(
  (name): name is CityAttribute => !(networkAttributes as readonly string[]).includes(name),
);
/** Attributes in the order of the row cells: city attributes, then network attributes. */
export const locationAttributes: readonly AttributesKnownBy<'place'>[] = [
  ...cityAttributes,
  ...networkAttributes,
];

type CityFields = Record<CityAttribute | 'continent', string | undefined>;

export type Network = {
  isp: string | undefined;
  asn: number | undefined;
  connectionType: ConnectionType | undefined;
  isDatacenter: boolean;
};

/** `cells` is the location's part of a row, escaped once for all addresses that share it. */
type WithCells<Part> = Part & { cells: string };
export type CityPart = WithCells<CityFields>;
export type NetworkPart = WithCells<Network>;
export type Location = WithCells<CityFields & Network>;

export function buildCityPart(city: CityFields): CityPart {
  return { ...city, cells: cells(...cityAttributes.map((name) => city[name])) };
}

export function buildNetworkPart(network: Network): NetworkPart {
  const asn = network.asn === undefined ? undefined : String(network.asn);
  return { ...network, cells: cells(network.isp, asn, network.connectionType) };
}

export function buildLocation(city: CityPart, network: NetworkPart): Location {
  return {
    continent: city.continent,
    country: city.country,
    region: city.region,
    city: city.city,
    isp: network.isp,
    asn: network.asn,
    connectionType: network.connectionType,
    isDatacenter: network.isDatacenter,
    cells: `${city.cells}\t${network.cells}`,
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
