import { dateOfList, readFiles } from './geo-files.ts';
import { LeafParts } from './leaf-parts.ts';
import { MmdbFile } from './mmdb-file.ts';
import { ipv6Key, type OwnerList } from './owner-list.ts';
import type { CityPart, NetworkPart } from './place.ts';
import { cityKeys, ownerKeys, readCity, readOwner } from './read-records.ts';
import { readOwnerList } from './read-owner-list.ts';

/** An address as the numbers that the files are searched by. */
export type ReadAddress = {
  /** -1 for an IPv6 address. */
  ipv4: number;
  /** The upper half of an IPv6 address. */
  first: number;
  second: number;
};

export type Source<Part> = {
  builtAt: Date;
  warnings: readonly string[];
  /** May throw where a file is damaged inside. */
  find: (address: ReadAddress) => Part | undefined;
};

type Records<Part> = { keys: ReadonlySet<string>; read: (record: unknown) => Part | undefined };

export async function openCities(path: string): Promise<Source<CityPart>> {
  return openMmdb(path, { keys: cityKeys, read: readCity });
}

export async function openOwners(path: string): Promise<Source<NetworkPart>> {
  return path.toLowerCase().endsWith('.csv') ? openOwnerLists(path) : openOwnerMmdb(path);
}

async function openOwnerLists(path: string): Promise<Source<NetworkPart>> {
  const { main, ipv6 } = await readFiles(path);
  const list = await readOwnerList(ipv6 === undefined ? [main] : [main, ipv6]);
  if (list.ipv4.length + list.ipv6.length === 0) throw new Error('it has no line with a range of addresses');
  return {
    builtAt: await dateOfList(path),
    warnings: list.ipv6.length === 0 ? [onlyIpv4(path)] : [],
    find: (address) => findOwner(list, address),
  };
}

function findOwner(list: OwnerList, { ipv4, first, second }: ReadAddress): NetworkPart | undefined {
  return ipv4 >= 0 ? list.findIpv4(ipv4) : list.findIpv6(ipv6Key(first, second));
}

async function openOwnerMmdb(path: string): Promise<Source<NetworkPart>> {
  return openMmdb(path, { keys: ownerKeys, read: readOwner });
}

async function openMmdb<Part extends object>(
  path: string,
  { keys, read }: Records<Part>,
): Promise<Source<Part>> {
  const { main, ipv6 } = await readFiles(path);
  const ipv4File = new MmdbFile(main, keys);
  const ipv6File = ipv6 === undefined ? ipv4File : new MmdbFile(ipv6, keys);
  const ipv4Parts = new LeafParts(ipv4File, read);
  const ipv6Parts = new LeafParts(ipv6File, read);
  return {
    builtAt: ipv4File.builtAt,
    warnings: ipv6File.hasIpv6 ? [] : [onlyIpv4(path)],
    find({ ipv4, first, second }) {
      if (ipv4 >= 0) return ipv4Parts.at(ipv4File.leafOfIpv4(ipv4));
      return ipv6File.hasIpv6 ? ipv6Parts.at(ipv6File.leafOfIpv6(first, second)) : undefined;
    },
  };
}

function onlyIpv4(path: string): string {
  return `${path} knows IPv4 addresses only: visitors with IPv6 are unknown to it.`;
}
