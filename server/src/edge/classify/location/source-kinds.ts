import { networkKind } from './network-kind.ts';
import { buildCityPart, buildNetworkPart, type CityPart, type NetworkPart } from './location.ts';
import { cityKeys, ownerKeys, readCity, readOwner, sharedCode } from './read-records.ts';

/** What sort of facts a source has about addresses, and how they are kept as text. */
export type SourceKind<Part extends object> = {
  /** How the file is called in sentences. */
  name: string;
  /** What is decoded of records. */
  keys: ReadonlySet<string>;
  read: (record: unknown) => Part | undefined;
  describe: (part: Part) => string;
  build: (text: string) => Part;
};

const separator = '\0';

export const cityKind: SourceKind<CityPart> = {
  name: 'city file',
  keys: cityKeys,
  read: readCity,
  describe: ({ country, continent, region, city }) => join(country, continent, region, city),
  build: (text) => {
    const [country = '', continent, region, city] = split(text);
    return buildCityPart({ country: sharedCode(country), continent, region, city });
  },
};

export const ownerKind: SourceKind<NetworkPart> = {
  name: 'network-owner file',
  keys: ownerKeys,
  read: readOwner,
  describe: ({ asn, isp }) => join(String(asn), isp),
  // What sort of network it is, is judged anew: the lists for that change with Waypost, not with the file.
  build: (text) => {
    const [number = '', isp] = split(text);
    const asn = Number(number);
    return buildNetworkPart({ asn, isp, ...networkKind(asn, isp ?? '') });
  },
};

function join(...fields: (string | undefined)[]): string {
  if (fields.some((field) => field?.includes(separator))) throw new Error('it has a name with a zero byte');
  return fields.map((field) => field ?? '').join(separator);
}

function split(text: string): (string | undefined)[] {
  return text.split(separator).map((field) => (field === '' ? undefined : field));
}
