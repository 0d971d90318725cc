import { readFile } from 'node:fs/promises';
import { buildOwnerTables, MmdbTables, type CompactFacts } from './compact/make-tables.ts';
import { dateOfList, readFiles, readIpv6Sibling, releaseBytes } from './geo-files.ts';
import { LeafParts } from './leaf-parts.ts';
import { MmdbFile } from './mmdb-file.ts';
import { ipv6Key, type OwnerList } from './owner-list.ts';
import type { CityPart, NetworkPart } from './location.ts';
import { readOwnerList } from './read-owner-list.ts';
import { cityKind, ownerKind, type SourceKind } from './source-kinds.ts';

export type ReadAddress = {
  /** -1 for an IPv6 address. */
  ipv4: number;
  /** Upper 64 bits of an IPv6 address, as two 32-bit words. */
  first: number;
  second: number;
};

export type Source<Part> = {
  builtAt: Date;
  warnings: readonly string[];
  /** May throw if the file is damaged. */
  find: (address: ReadAddress) => Part | undefined;
  /** Frees memory outside the heap. No lookups are possible afterward. */
  release?: () => void;
};

export type SourceAccess<Part extends object> = SourceKind<Part> & {
  /** Opens the file quickly but keeps all of it in memory. */
  open: (path: string) => Promise<Source<Part>>;
  /** Builds compact tables, which takes seconds. Throws if the file is damaged or doesn't fit into the tables. */
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

export function ipv4OnlyWarning(path: string): string {
  return `${path} contains only IPv4 addresses, so visits over IPv6 are recorded without its data.`;
}

function isList(path: string): boolean {
  return path.toLowerCase().endsWith('.csv');
}

async function readOwnerLists(path: string): Promise<{ list: OwnerList; builtAt: Date }> {
  const { main, ipv6 } = await readFiles(path);
  const texts = ipv6 === undefined ? [main] : [main, ipv6];
  const list = await readOwnerList(texts);
  texts.forEach(releaseBytes);
  if (list.ipv4.length + list.ipv6.length === 0) throw new Error('the list contains no address ranges');
  return { list, builtAt: await dateOfList(path) };
}

async function openOwnerLists(path: string): Promise<Source<NetworkPart>> {
  const { list, builtAt } = await readOwnerLists(path);
  return {
    builtAt,
    warnings: list.ipv6.length === 0 ? [ipv4OnlyWarning(path)] : [],
    find: ({ ipv4, first, second }) =>
      ipv4 >= 0 ? list.findIpv4(ipv4) : list.findIpv6(ipv6Key(first, second)),
  };
}

async function compactOwnerLists(path: string): Promise<CompactFacts> {
  const { list, builtAt } = await readOwnerLists(path);
  const textOf = (owner: number) => ownerKind.serialize(list.getNetwork(owner));
  return { builtAt, tables: buildOwnerTables(list, textOf) };
}

async function openMmdb<Part extends object>(kind: SourceKind<Part>, path: string): Promise<Source<Part>> {
  const { main, ipv6: sibling } = await readFiles(path);
  const ipv4File = new MmdbFile(main, kind.keys);
  const ipv6File = sibling === undefined ? ipv4File : new MmdbFile(sibling, kind.keys);
  const ipv4Parts = new LeafParts(ipv4File, kind.read);
  const ipv6Parts = new LeafParts(ipv6File, kind.read);
  return {
    builtAt: ipv4File.builtAt,
    warnings: ipv6File.hasIpv6 ? [] : [ipv4OnlyWarning(path)],
    find({ ipv4, first, second }) {
      if (ipv4 >= 0) return ipv4Parts.at(ipv4File.leafOfIpv4(ipv4));
      return ipv6File.hasIpv6 ? ipv6Parts.at(ipv6File.leafOfIpv6(first, second)) : undefined;
    },
    release() {
      releaseBytes(main);
      if (sibling !== undefined) releaseBytes(sibling);
    },
  };
}

async function compactMmdb<Part extends object>(
  { keys, read, serialize }: SourceKind<Part>,
  path: string,
): Promise<CompactFacts> {
  const tables = new MmdbTables((record) => {
    const part = read(record);
    return part === undefined ? undefined : serialize(part);
  });
  const main = await readFile(path);
  const file = new MmdbFile(main, keys);
  tables.addIpv4(file);
  // The IPv4 and IPv6 files are read one after the other, so that only one of them is in memory at a time.
  const sibling = await readIpv6Sibling(path);
  if (sibling !== undefined) releaseBytes(main);
  const ipv6 = sibling === undefined ? file : new MmdbFile(sibling, keys);
  if (ipv6.hasIpv6) tables.addIpv6(ipv6);
  releaseBytes(sibling ?? main);
  return { builtAt: file.builtAt, tables: tables.build() };
}
