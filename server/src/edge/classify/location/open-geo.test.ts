import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trafficColumns } from '../../../domain/traffic/columns.ts';
import { bitsOf, makeMmdb, type MmdbValue } from '../../../testing/edge/make-mmdb.ts';
import { hangLimitMs } from '../../../testing/hang-limit.ts';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { openGeo, type GeoOptions } from './open-geo.ts';

const locationColumns = ['country', 'region', 'city', 'isp', 'asn', 'connection_type'];

const now = Date.parse('2026-11-15T00:00:00Z');
const recently = new Date('2026-11-01T00:00:00Z');

async function open(options: GeoOptions) {
  const geo = await openGeo({ now: () => now, ...options });
  onTestFinished(() => geo.close());
  return geo;
}

function cityFile(record: MmdbValue, builtAt = recently): Buffer {
  const networks = [[bitsOf('c6336400', 24), record]] as const;
  return makeMmdb({ recordBits: 24, ipVersion: 4, builtAt, networks });
}

const berlin = { country_code: 'DE', state1: 'State of Berlin', city: 'Berlin (Mitte)', latitude: 52.5 };
const nested = {
  continent: { code: 'SA', names: { en: 'South America' } },
  country: { iso_code: 'BR', names: { en: 'Brazil', de: 'Brasilien' } },
  subdivisions: [{ iso_code: 'SP', names: { en: 'Sao Paulo', pt: 'São Paulo' } }, { names: { en: 'Inner' } }],
  city: { names: { de: 'Campinas (DE)', en: 'Campinas' } },
  location: { latitude: -22.9 },
};

describe('the location of an address', () => {
  it('combines the data from both files', async () => {
    const folder = makeTemporaryDirectory();
    writeFileSync(join(folder, 'city.mmdb'), cityFile(berlin));
    writeFileSync(join(folder, 'asn.csv'), '198.51.100.0,198.51.100.127,64500,Example Hosting\n');
    const geo = await open({ cityFile: join(folder, 'city.mmdb'), asnFile: join(folder, 'asn.csv') });
    expect(geo.find('198.51.100.9')).toEqual({
      continent: 'EU',
      country: 'DE',
      region: 'State of Berlin',
      city: 'Berlin',
      isp: 'Example Hosting',
      asn: 64500,
      connectionType: 'hosting',
      isDatacenter: true,
      cells: 'DE\tState of Berlin\tBerlin\tExample Hosting\t64500\thosting',
    });
    expect(geo.find('::ffff:198.51.100.9')).toEqual(geo.find('198.51.100.9'));
    expect(geo.find('198.51.100.200')).toMatchObject({ country: 'DE', asn: undefined, isDatacenter: false });
  });

  it('is read from nested records and from an owner file in the MaxMind DB format', async () => {
    const folder = makeTemporaryDirectory();
    const owner = { autonomous_system_number: 64501, autonomous_system_organization: 'Exemplo Celular' };
    writeFileSync(join(folder, 'city.mmdb'), cityFile(nested));
    writeFileSync(join(folder, 'asn.mmdb'), cityFile(owner));
    const geo = await open({ cityFile: join(folder, 'city.mmdb'), asnFile: join(folder, 'asn.mmdb') });
    expect(geo.find('198.51.100.9')).toMatchObject({
      continent: 'SA',
      country: 'BR',
      region: 'Sao Paulo',
      city: 'Campinas',
      isp: 'Exemplo Celular',
      asn: 64501,
      connectionType: 'cellular',
    });
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '',
    'nonsense',
    '1'.repeat(99),
  ])('is empty for %s', async (address) => {
    const folder = makeTemporaryDirectory();
    writeFileSync(join(folder, 'city.mmdb'), cityFile(berlin));
    const geo = await open({ cityFile: join(folder, 'city.mmdb'), asnFile: join(folder, 'none.csv') });
    const { cells, isDatacenter, ...rest } = geo.find(address);
    expect(Object.values(rest).every((value) => value === undefined)).toBe(true);
    expect(isDatacenter).toBe(false);
    expect(cells.split('\t')).toEqual(locationColumns.map(() => ''));
    expect(trafficColumns.join()).toContain(locationColumns.join());
  });

  it('is found in the bundled files', async () => {
    const geo = await open({ cityFile: '', asnFile: undefined });
    expect(geo.find('8.8.8.8')).toMatchObject({ country: 'US', asn: 15169, isDatacenter: true });
    expect(geo.find('81.2.69.142')).toMatchObject({
      country: 'GB',
      continent: 'EU',
      connectionType: 'broadband',
    });
    expect(geo.find('2a02:8109::1')).toMatchObject({ country: 'DE', city: 'Berlin', asn: 31334 });
    expect(geo.find('172.56.1.1')).toMatchObject({ country: 'US', connectionType: 'cellular' });
    const { city, asn } = geo.describe();
    expect(city?.builtAt.getUTCFullYear()).toBeGreaterThanOrEqual(2026);
    expect(asn?.builtAt.getUTCFullYear()).toBeGreaterThanOrEqual(2026);
  });
});

describe('GeoIP files', () => {
  it('leave locations empty and cause a warning each if they are missing', async () => {
    const geo = await open({ cityFile: '/nowhere/city.mmdb', asnFile: '/nowhere/asn.csv' });
    expect(geo.find('8.8.8.8').country).toBeUndefined();
    const { city, asn, warnings } = geo.describe();
    expect([city, asn]).toEqual([undefined, undefined]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain(
      'The GeoIP city file /nowhere/city.mmdb cannot be read, so visits are recorded without its data',
    );
    expect(warnings[1]).toContain('The GeoIP ASN file /nowhere/asn.csv cannot be read');
  });

  it('cause a warning when they are older than 90 days', async () => {
    const folder = makeTemporaryDirectory();
    const path = join(folder, 'city-ipv4.mmdb');
    const dayMs = 86_400_000;
    writeFileSync(
      join(folder, 'asn.csv'),
      '198.51.100.0,198.51.100.127,64500,A\n2001:db8::,2001:db8::,1,B\n',
    );
    writeFileSync(path, cityFile(berlin, new Date(now - 90 * dayMs)));
    const options = { cityFile: path, asnFile: join(folder, 'asn.csv') };
    const young = (await open({ ...options, now: () => now })).describe().warnings;
    const old = (await open({ ...options, now: () => now + dayMs })).describe().warnings;
    expect(young.filter((text) => text.includes('days ago'))).toEqual([]);
    expect(old.filter((text) => text.includes('days ago'))).toEqual([
      `${path} is from 2026-08-17, more than 90 days ago. Replace it, because address assignments change.`,
    ]);
  });

  it('are used with a warning if they contain only IPv4 addresses', async () => {
    const folder = makeTemporaryDirectory();
    writeFileSync(join(folder, 'city.mmdb'), cityFile(berlin));
    const geo = await open({ cityFile: join(folder, 'city.mmdb'), asnFile: join(folder, 'none.csv') });
    expect(geo.describe().warnings.some((text) => text.includes('contains only IPv4 addresses'))).toBe(true);
    expect(geo.find('2a02:8109::1').country).toBeUndefined();
  });

  it('are used together with the matching IPv6 file', async () => {
    const folder = makeTemporaryDirectory();
    const networks = [[bitsOf('20010db8', 32), nested]] as const;
    writeFileSync(join(folder, 'x-ipv4.mmdb'), cityFile(berlin));
    writeFileSync(
      join(folder, 'x-ipv6.mmdb'),
      makeMmdb({ recordBits: 28, ipVersion: 6, builtAt: recently, networks }),
    );
    const geo = await open({ cityFile: join(folder, 'x-ipv4.mmdb'), asnFile: join(folder, 'none.csv') });
    expect(geo.find('198.51.100.1').country).toBe('DE');
    expect(geo.find('2001:db8::1').country).toBe('BR');
  });

  it('are reloaded when they are replaced', async () => {
    const folder = makeTemporaryDirectory();
    const path = join(folder, 'city.mmdb');
    writeFileSync(path, cityFile(berlin));
    const geo = await open({ cityFile: path, asnFile: join(folder, 'none.csv') });
    expect(geo.find('198.51.100.1').country).toBe('DE');
    writeFileSync(join(folder, 'new.mmdb'), cityFile(nested));
    renameSync(join(folder, 'new.mmdb'), path);
    expect(geo.find('198.51.100.1').country).toBe('DE');
    await geo.refresh();
    expect(geo.find('198.51.100.1').country).toBe('BR');
  });

  it('remain in use if the new version is invalid or missing', async () => {
    const folder = makeTemporaryDirectory();
    const path = join(folder, 'city.mmdb');
    writeFileSync(path, cityFile(berlin));
    const geo = await open({ cityFile: path, asnFile: join(folder, 'none.csv') });
    writeFileSync(path, 'half a fi');
    await geo.refresh();
    expect(geo.find('198.51.100.1').country).toBe('DE');
    expect(geo.describe().warnings[0]).toContain(
      'the previous version remains in use. Reason: the file is not in the MaxMind DB format',
    );
    rmSync(path);
    await geo.refresh();
    expect(geo.find('198.51.100.1').country).toBe('DE');
    writeFileSync(path, cityFile(nested));
    await geo.refresh();
    expect(geo.find('198.51.100.1').country).toBe('BR');
  });

  it('leave locations empty and cause a warning if they are damaged', async () => {
    const folder = makeTemporaryDirectory();
    const path = join(folder, 'city.mmdb');
    const bytes = cityFile(berlin);
    const record = bytes.indexOf('country_code') - 2;
    bytes[record] = 0xff;
    writeFileSync(path, bytes);
    const geo = await open({ cityFile: path, asnFile: join(folder, 'none.csv') });
    expect(geo.find('198.51.100.1').country).toBeUndefined();
    expect(geo.describe().warnings.some((text) => text.includes('is damaged'))).toBe(true);
  });
});

function makeFolder(record: MmdbValue = berlin) {
  const folder = makeTemporaryDirectory();
  const path = join(folder, 'city.mmdb');
  const tablesDirectory = join(folder, 'tables');
  writeFileSync(path, cityFile(record));
  setTime(path);
  writeFileSync(join(folder, 'asn.csv'), '198.51.100.0,198.51.100.127,64500,Example Hosting\n');
  const openHere = () => open({ cityFile: path, asnFile: join(folder, 'asn.csv'), tablesDirectory });
  return { path, tablesDirectory, openHere };
}

function corruptSilently(path: string): void {
  writeFileSync(path, Buffer.alloc(statSync(path).size));
  setTime(path);
}

// Sets a modification time in whole seconds, because `utimes` doesn't preserve fractions of a second.
function setTime(path: string): void {
  utimesSync(path, now / 1_000, now / 1_000);
}

describe('compact tables', () => {
  it('replace the files and return the same results', { timeout: hangLimitMs }, async () => {
    const { tablesDirectory, openHere } = makeFolder();
    const geo = await openHere();
    const addresses = [
      '198.51.100.9',
      '::ffff:198.51.100.9',
      '198.51.100.200',
      '198.51.101.1',
      '2a02:8109::1',
    ];
    const [before, described] = [addresses.map((address) => geo.find(address)), geo.describe()];
    await geo.shrink();
    expect(readdirSync(tablesDirectory).filter((name) => name !== 'lock')).toEqual([
      'city-file.tables',
      'network-owner-file.tables',
    ]);
    expect(addresses.map((address) => geo.find(address))).toEqual(before);
    expect(geo.describe()).toEqual(described);
  });

  it('are loaded at the next start instead of the file', { timeout: hangLimitMs }, async () => {
    const { path, openHere } = makeFolder();
    await (await openHere()).shrink();
    corruptSilently(path);
    expect((await openHere()).find('198.51.100.9')).toMatchObject({ city: 'Berlin', asn: 64500 });
  });

  it('are rebuilt from the file if they are damaged', { timeout: hangLimitMs }, async () => {
    const { path, tablesDirectory, openHere } = makeFolder();
    await (await openHere()).shrink();
    const tables = join(tablesDirectory, 'city-file.tables');
    const whole = readFileSync(tables);
    writeFileSync(tables, whole.subarray(0, whole.length - 9));
    const geo = await openHere();
    expect(geo.find('198.51.100.9').city).toBe('Berlin');
    await geo.shrink();
    expect(readFileSync(tables)).toEqual(whole);
    corruptSilently(path);
    expect((await openHere()).find('198.51.100.9').city).toBe('Berlin');
  });

  it('are dropped as soon as the file is replaced', { timeout: hangLimitMs }, async () => {
    const { path, openHere } = makeFolder();
    const geo = await openHere();
    await geo.shrink();
    writeFileSync(`${path}.new`, cityFile(nested));
    setTime(`${path}.new`);
    renameSync(`${path}.new`, path);
    await geo.refresh();
    expect(geo.find('198.51.100.9').country).toBe('BR');
    await geo.shrink();
    expect(geo.find('198.51.100.9').country).toBe('BR');
    corruptSilently(path);
    expect((await openHere()).find('198.51.100.9').country).toBe('BR');
  });

  it(
    'are not created for a file that they cannot represent, so the file remains in memory',
    { timeout: hangLimitMs },
    async () => {
      const { openHere } = makeFolder({ country_code: 'DE', city: 'Ber\0lin' });
      const geo = await openHere();
      await geo.shrink();
      expect(geo.find('198.51.100.9').city).toBe('Ber\0lin');
    },
  );
});
