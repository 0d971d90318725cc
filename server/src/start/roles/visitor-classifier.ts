import type { GeoReader } from '../../edge/classify/index.ts';
import type { ClassifyVisitor } from '../../services/context.ts';
import type { Settings } from '../settings.ts';

// Sooner than an open reader begins to make smaller tables of its files: that is the edges' business.
const idleMs = 10_000;

/**
 * Tells what the edges would make of a visitor, for trying rules. Somebody asks for that a few times in a row, and then
 * for days nobody does: the geo files are open for that long and no longer, since they take as much memory as the rest.
 */
export class VisitorClassifier {
  readonly #files: Settings['geo'];
  #geo: Promise<GeoReader> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(files: Settings['geo']) {
    this.#files = files;
  }

  readonly classify: ClassifyVisitor = async ({ ip, userAgent, referrer }) => {
    // Loaded when it is first asked for: the tables of browsers and devices are not needed before.
    const { createClassifier, openGeo, emptyLocation } = await import('../../edge/classify/index.ts');
    const location = ip === undefined ? emptyLocation : (await this.#open(openGeo)).find(ip);
    const { device, referrerDomain, isBot } = createClassifier({ geo: { find: () => location } }).classify({
      address: ip ?? '',
      userAgent: userAgent ?? '',
      // As a browser sends them: a visitor is not to look like a program for what nobody asked about.
      headers: { 'accept-language': 'en', accept: '*/*', referer: referrer },
      method: 'GET',
    });
    const { country, region, city, continent, isp, asn, connectionType, isDatacenter: datacenter } = location;
    const { deviceType, deviceBrand, deviceModel, os, osVersion, browser, browserVersion } = device;
    return {
      ...(ip === undefined ? {} : { country, region, city, continent, isp, asn, connectionType, datacenter }),
      ...(userAgent === undefined
        ? {}
        : { deviceType, deviceBrand, deviceModel, os, osVersion, browser, browserVersion, bot: isBot }),
      ...(referrer === undefined ? {} : { referrerDomain }),
    };
  };

  close(): void {
    clearTimeout(this.#idle);
    const closing = this.#geo;
    this.#geo = undefined;
    void closing?.then((geo) => geo.close());
  }

  async #open(openGeo: (files: Settings['geo']) => Promise<GeoReader>): Promise<GeoReader> {
    clearTimeout(this.#idle);
    this.#geo ??= openGeo(this.#files);
    const geo = await this.#geo;
    this.#idle = setTimeout(() => this.close(), idleMs).unref();
    return geo;
  }
}
