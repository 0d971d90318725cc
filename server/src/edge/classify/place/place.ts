import { cells } from '../../../domain/events/cells.ts';

export type ConnectionType = 'broadband' | 'cellular' | 'hosting' | 'other';

/** Where an address is; undefined is what is not known. */
export type Whereabouts = {
  continent: string | undefined;
  country: string | undefined;
  region: string | undefined;
  city: string | undefined;
};

/** By which network it comes. */
export type Network = {
  isp: string | undefined;
  asn: number | undefined;
  connectionType: ConnectionType | undefined;
  isDatacenter: boolean;
};

/** The halves of the columns `placeColumns`, escaped once for all addresses that share them. */
type WithCells<Part> = Part & { cells: string };
export type CityPart = WithCells<Whereabouts>;
export type NetworkPart = WithCells<Network>;
export type Place = WithCells<Whereabouts & Network>;

export function buildCityPart(where: Whereabouts): CityPart {
  return { ...where, cells: cells(where.country, where.region, where.city) };
}

export function buildNetworkPart(network: Network): NetworkPart {
  const asn = network.asn === undefined ? undefined : String(network.asn);
  return { ...network, cells: cells(network.isp, asn, network.connectionType) };
}

export function buildPlace(where: CityPart, network: NetworkPart): Place {
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

export const unknownEverything: Place = buildPlace(noCity, noNetwork);
