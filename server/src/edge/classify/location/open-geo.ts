import { geoDaysMax } from '../../../domain/geo-age.ts';
import { bundledAsnFile, bundledCityFile } from './geo-files.ts';
import { CompactStore } from './compact/compact-store.ts';
import { GeoSourceSlot, type FileFacts } from './geo-source-slot.ts';
import { citySource, ownerSource, type ReadAddress } from './geo-sources.ts';
import { isPublicIpv4, isPublicIpv6 } from './is-public.ts';
import {
  buildLocation,
  noCity,
  noNetwork,
  emptyLocation,
  type CityPart,
  type NetworkPart,
  type Location,
} from './location.ts';
import { ipv6Word, mappedIpv4, readIpv4, readIpv6 } from '@waypost/contract/ip-addresses/read-address.ts';

const checkIntervalMs = 60_000;
// Interval between attempts to replace files in memory with compact tables. The first attempt also waits this long, so
// that the CPU is available for visitors and startup work.
const shrinkIntervalMs = 15_000;
const dayMs = 86_400_000;

export type GeoOptions = {
  /** Path of the city database. The bundled file is used if the path is undefined or empty. */
  cityFile?: string | undefined;
  asnFile?: string | undefined;
  /** Directory for compact tables. Without a directory, the database files stay in memory. */
  tablesDirectory?: string | undefined;
  now?: () => number;
};

type GeoDescription = { city: FileFacts | undefined; asn: FileFacts | undefined; warnings: string[] };

export type GeoReader = {
  find: (address: string) => Location;
  describe: () => GeoDescription;
  refresh: () => Promise<void>;
  /** Replaces files in memory with compact tables. Runs automatically after startup. */
  shrink: () => Promise<void>;
  close: () => void;
};

/** Opens the databases. A missing or invalid file results in a warning and empty locations rather than an error. */
export async function openGeo(options: GeoOptions = {}): Promise<GeoReader> {
  const files = new GeoFiles(options);
  await files.refresh();
  const timers = [
    setInterval(() => void files.refresh(), checkIntervalMs).unref(),
    setInterval(() => void files.shrink(), shrinkIntervalMs).unref(),
  ];
  return {
    find: (address) => files.find(address),
    describe: () => files.describe(),
    refresh: () => files.refresh(),
    shrink: () => files.shrink(),
    close: () => {
      timers.forEach(clearInterval);
      files.close();
    },
  };
}

class GeoFiles {
  readonly #cities: GeoSourceSlot<CityPart>;
  readonly #owners: GeoSourceSlot<NetworkPart>;
  readonly #now: () => number;
  readonly #address: ReadAddress = { ipv4: -1, first: 0, second: 0 };
  readonly #store: CompactStore | undefined;
  #refreshing: Promise<void> | undefined;
  #shrinking: Promise<void> | undefined;

  constructor({ cityFile, asnFile, tablesDirectory, now = Date.now }: GeoOptions) {
    this.#now = now;
    this.#store = tablesDirectory === undefined ? undefined : new CompactStore(tablesDirectory);
    this.#cities = new GeoSourceSlot({
      access: citySource,
      path: cityFile === undefined || cityFile === '' ? bundledCityFile() : cityFile,
      store: this.#store,
    });
    this.#owners = new GeoSourceSlot({
      access: ownerSource,
      path: asnFile === undefined || asnFile === '' ? bundledAsnFile() : asnFile,
      store: this.#store,
    });
  }

  // Locations are not cached, because most addresses are seen only once and caching takes longer than a lookup.
  find(address: string): Location {
    const read = this.#address;
    read.ipv4 = readIpv4(address);
    if (read.ipv4 < 0) {
      if (!readIpv6(address)) return emptyLocation;
      read.ipv4 = mappedIpv4();
      // Networks smaller than a /64 are not routed on the internet, so the lower 64 bits don't affect the location.
      read.first = ipv6Word(0);
      read.second = ipv6Word(1);
    }
    if (read.ipv4 >= 0 ? !isPublicIpv4(read.ipv4) : !isPublicIpv6(read.first)) return emptyLocation;
    const city = this.#cities.find(read);
    const network = this.#owners.find(read);
    if (city === undefined && network === undefined) return emptyLocation;
    return buildLocation(city ?? noCity, network ?? noNetwork);
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    await Promise.all([this.#cities.refresh(), this.#owners.refresh()]);
  }

  shrink(): Promise<void> {
    this.#shrinking ??= this.#shrink().finally(() => (this.#shrinking = undefined));
    return this.#shrinking;
  }

  // Shrinks the databases one after the other, because each conversion uses a CPU core and several times the memory of
  // its result.
  async #shrink(): Promise<void> {
    await this.#cities.shrink();
    await this.#owners.shrink();
  }

  close(): void {
    this.#store?.close();
  }

  describe(): GeoDescription {
    const [city, asn] = [this.#cities.facts(), this.#owners.facts()];
    const old = [city, asn].filter((facts) => facts !== undefined).filter((facts) => this.#isOld(facts));
    const warnings = old.map(
      ({ path, builtAt }) =>
        `${path} is from ${builtAt.toISOString().slice(0, 10)}, more than ${geoDaysMax} days ago. Replace it, because address assignments change.`,
    );
    return { city, asn, warnings: [...this.#cities.warnings(), ...this.#owners.warnings(), ...warnings] };
  }

  #isOld({ builtAt }: FileFacts): boolean {
    return this.#now() - builtAt.getTime() > geoDaysMax * dayMs;
  }
}
