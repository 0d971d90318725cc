import { readFile } from 'node:fs/promises';
import { makeTablesOfOwners, MmdbTables, type CompactFacts } from './compact/make-tables.ts';
import { dateOfList, readFiles, readNeighbor, releaseBytes } from './geo-files.ts';
import { LeafParts } from './leaf-parts.ts';
import { MmdbFile } from './mmdb-file.ts';
import { ipv6Key, type OwnerList } from './owner-list.ts';
import type { CityPart, NetworkPart } from './location.ts';
import { readOwnerList } from './read-owner-list.ts';
import { cityKind, ownerKind, type SourceKind } from './source-kinds.ts';

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
  /** Gives back what it holds outside of the heap. Nothing can be found afterwards. */
  release?: () => void;
};

/** A kind of source with its ways to read a file. */
export type SourceAccess<Part extends object> = SourceKind<Part> & {
  /** As it is, which is quick, and keeps all of it. */
  open: (path: string) => Promise<Source<Part>>;
  /** Into small tables, which takes seconds. Throws where it is damaged inside or does not fit into them. */
  compact: (path: string) => Promise<CompactFacts>;
};

export const citySource: SourceAccess<CityPart> = {
  ...cityKind,
  open: (path) => openMmdb(cityKind, path),
  compact: (path) => compactMmdb(cityKind, path),
};

export const ownerSource: SourceAccess<NetworkPart> = {
  ...ownerKind,
  open: (path) => (isList(path) ? openOwnerLists(path) : openMmdb(ownerKind, path)),
  compact: (path) => (isList(path) ? compactOwnerLists(path) : compactMmdb(ownerKind, path)),
};

export function onlyIpv4(path: string): string {
  return `${path} knows IPv4 addresses only: visitors with IPv6 are unknown to it.`;
}

function isList(path: string): boolean {
  return path.toLowerCase().endsWith('.csv');
}

async function readOwnerLists(path: string): Promise<{ list: OwnerList; builtAt: Date }> {
  const { main, ipv6 } = await readFiles(path);
  const texts = ipv6 === undefined ? [main] : [main, ipv6];
  const list = await readOwnerList(texts);
  texts.forEach(releaseBytes);
  if (list.ipv4.length + list.ipv6.length === 0) throw new Error('it has no line with a range of addresses');
  return { list, builtAt: await dateOfList(path) };
}

async function openOwnerLists(path: string): Promise<Source<NetworkPart>> {
  const { list, builtAt } = await readOwnerLists(path);
  return {
    builtAt,
    warnings: list.ipv6.length === 0 ? [onlyIpv4(path)] : [],
    find: ({ ipv4, first, second }) =>
      ipv4 >= 0 ? list.findIpv4(ipv4) : list.findIpv6(ipv6Key(first, second)),
  };
}

async function compactOwnerLists(path: string): Promise<CompactFacts> {
  const { list, builtAt } = await readOwnerLists(path);
  const textOf = (owner: number) => ownerKind.describe(list.getNetwork(owner));
  return { builtAt, tables: makeTablesOfOwners(list, textOf) };
}

async function openMmdb<Part extends object>(kind: SourceKind<Part>, path: string): Promise<Source<Part>> {
  const { main, ipv6: neighbor } = await readFiles(path);
  const ipv4File = new MmdbFile(main, kind.keys);
  const ipv6File = neighbor === undefined ? ipv4File : new MmdbFile(neighbor, kind.keys);
  const ipv4Parts = new LeafParts(ipv4File, kind.read);
  const ipv6Parts = new LeafParts(ipv6File, kind.read);
  return {
    builtAt: ipv4File.builtAt,
    warnings: ipv6File.hasIpv6 ? [] : [onlyIpv4(path)],
    find({ ipv4, first, second }) {
      if (ipv4 >= 0) return ipv4Parts.at(ipv4File.leafOfIpv4(ipv4));
      return ipv6File.hasIpv6 ? ipv6Parts.at(ipv6File.leafOfIpv6(first, second)) : undefined;
    },
    release() {
      releaseBytes(main);
      if (neighbor !== undefined) releaseBytes(neighbor);
    },
  };
}

async function compactMmdb<Part extends object>(
  { keys, read, describe }: SourceKind<Part>,
  path: string,
): Promise<CompactFacts> {
  const tables = new MmdbTables((record) => {
    const part = read(record);
    return part === undefined ? undefined : describe(part);
  });
  const main = await readFile(path);
  const file = new MmdbFile(main, keys);
  tables.addIpv4(file);
  // One after the other, so that both need not be in memory.
  const neighbor = await readNeighbor(path);
  if (neighbor !== undefined) releaseBytes(main);
  const ipv6 = neighbor === undefined ? file : new MmdbFile(neighbor, keys);
  if (ipv6.hasIpv6) tables.addIpv6(ipv6);
  releaseBytes(neighbor ?? main);
  return { builtAt: file.builtAt, tables: tables.build() };
}
