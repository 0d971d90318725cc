import { networkKind } from './network-kind.ts';
import { buildCityPart, buildNetworkPart, type CityPart, type NetworkPart } from './location.ts';
import { cityKeys, ownerKeys, readCity, readOwner, sharedCode } from './read-records.ts';

export type SourceKind<Part extends object> = {
  /** Used in the file name of the tables. */
  name: string;
  /** Used in messages. */
  title: string;
  keys: ReadonlySet<string>;
  read: (record: unknown) => Part | undefined;
  serialize: (part: Part) => string;
  parse: (text: string) => Part;
};

const separator = '\0';

export const cityKind: SourceKind<CityPart> = {
  name: 'city file',
  title: 'GeoIP city file',
  keys: cityKeys,
  read: readCity,
  serialize: ({ country, continent, region, city }) => join(country, continent, region, city),
  parse: (text) => {
    const [country = '', continent, region, city] = split(text);
    return buildCityPart({ country: sharedCode(country), continent, region, city });
  },
};

export const ownerKind: SourceKind<NetworkPart> = {
  name: 'network-owner file',
  title: 'GeoIP ASN file',
  keys: ownerKeys,
  read: readOwner,
  serialize: ({ asn, isp }) => join(String(asn), isp),
  // The connection type is derived on load, because the lists of networks that determine it change with Waypost's
  // version and not with the file.
  parse: (text) => {
    const [number = '', isp] = split(text);
    const asn = Number(number);
    return buildNetworkPart({ asn, isp, ...networkKind(asn, isp ?? '') });
  },
};

function join(...fields: (string | undefined)[]): string {
  if (fields.some((field) => field?.includes(separator))) throw new Error('a name contains a NUL byte');
  return fields.map((field) => field ?? '').join(separator);
}

function split(text: string): (string | undefined)[] {
  return text.split(separator).map((field) => (field === '' ? undefined : field));
}
