import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeMmdb } from '../../../testing/edge/make-mmdb.ts';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { CompactSource } from './compact/compact-source.ts';
import { bundledAsnFile } from './geo-files.ts';
import { citySource, ownerSource, type ReadAddress, type SourceAccess } from './geo-sources.ts';
import { rounds } from '../../../testing/rounds.ts';

const builtAt = new Date('2026-11-01T00:00:00Z');

async function openBoth<Part extends object>(access: SourceAccess<Part>, path: string) {
  const [file, facts] = await Promise.all([access.open(path), access.compact(path)]);
  return { file, tables: new CompactSource(facts, [], access.parse) };
}

const bit = fc.constantFrom('0', '1');
const bits = (length: number) =>
  fc
    .tuple(
      fc.constantFrom('', '0010', '00100000000000010000110110111000'),
      fc.array(bit, { maxLength: length }),
    )
    .map(([start, rest]) => `${start}${rest.join('')}`.slice(0, length))
    .filter((all) => all.length > 0);

// Removes networks that overlap with an earlier one, because a file has one record per address.
function withoutOverlaps(networks: readonly string[]): string[] {
  const distinct: string[] = [];
  for (const network of networks)
    if (!distinct.some((one) => one.startsWith(network) || network.startsWith(one))) distinct.push(network);
  return distinct;
}

const records = [
  { country_code: 'DE', state1: 'Berlin', city: 'Berlin (Mitte)', latitude: 1 },
  { country_code: 'DE', state1: 'Berlin', city: 'Berlin', latitude: 2 },
  { country_code: 'US', city: 'Ütown' },
  { country: { iso_code: 'BR' }, continent: { code: 'SA' }, city: { names: { en: 'Campinas' } } },
  { nothing: 'of use' },
];

function boundaries(network: string, width: number): bigint[] {
  const start = BigInt(`0b${network.padEnd(width, '0')}`);
  const end = BigInt(`0b${network.padEnd(width, '1')}`);
  const last = 2n ** BigInt(width) - 1n;
  return [start - 1n, start, start + 1n, end - 1n, end, end + 1n].filter((at) => at >= 0n && at <= last);
}

const asIpv4 = (at: bigint): ReadAddress => ({ ipv4: Number(at), first: 0, second: 0 });
const asIpv6 = (at: bigint): ReadAddress => ({
  ipv4: -1,
  first: Number(at >> 96n),
  second: Number((at >> 64n) & 0xffff_ffffn),
});

it.each([
  { recordBits: 24, ipVersion: 4 },
  { recordBits: 28, ipVersion: 4 },
  { recordBits: 24, ipVersion: 6 },
  { recordBits: 32, ipVersion: 6 },
] as const)('compact tables return the same results as the file: %j', async ({ recordBits, ipVersion }) => {
  const path = join(makeTemporaryDirectory(), 'city.mmdb');
  const width = ipVersion === 4 ? 32 : 128;
  const networks = fc.array(bits(ipVersion === 4 ? 32 : 70), { minLength: 1, maxLength: 40 });
  const inIpv6 = fc.array(bits(32), { maxLength: 10 }).map((some) => some.map((one) => '0'.repeat(96) + one));
  await fc.assert(
    fc.asyncProperty(
      networks,
      inIpv6,
      fc.array(fc.bigInt(0n, 2n ** 128n - 1n)),
      async (some, mapped, random) => {
        const all = withoutOverlaps(ipVersion === 4 ? some : [...mapped, ...some]);
        const filled = all.map((network, at) => [network, records[at % records.length] ?? {}] as const);
        writeFileSync(path, makeMmdb({ recordBits, ipVersion, builtAt, networks: filled }));
        const { file, tables } = await openBoth(citySource, path);
        const lookups = [...all.flatMap((network) => boundaries(network, width)), ...random];
        for (const at of lookups)
          for (const address of [asIpv4(at & 0xffff_ffffn), asIpv6(ipVersion === 4 ? at << 96n : at)])
            expect([address, tables.find(address)]).toEqual([address, file.find(address)]);
        expect(tables.builtAt).toEqual(file.builtAt);
      },
    ),
    { numRuns: rounds(8, 100) },
  );
});

it('compact tables return the same results as the bundled owner list', async () => {
  const { file, tables } = await openBoth(ownerSource, bundledAsnFile() ?? '');
  // Fixed seed so that failures are reproducible.
  let seed = 20_261_116;
  const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0);
  let found = 0;
  for (let round = 0; round < 50_000; round += 1) {
    const address = {
      ipv4: round % 2 === 0 ? next() : -1,
      first: (next() >>> 3) + 0x2000_0000,
      second: next(),
    };
    const expected = file.find(address);
    if (tables.find(address)?.cells !== expected?.cells)
      expect([address, tables.find(address)]).toEqual([address, expected]);
    if (expected !== undefined) found += 1;
  }
  expect(found).toBeGreaterThan(10_000);
});

it('citySource rejects a search tree with a cycle', async () => {
  const path = join(makeTemporaryDirectory(), 'city.mmdb');
  const networks = [['1'.repeat(20), records[0] ?? {}]] as const;
  const bytes = makeMmdb({ recordBits: 24, ipVersion: 4, builtAt, networks });
  // Makes every node point to the root.
  bytes.fill(0, 0, 20 * 6);
  writeFileSync(path, bytes);
  await expect(citySource.compact(path)).rejects.toThrow('cycle');
});
