import type { GeoReader } from '../../edge/classify/index.ts';
import type { ClassifyVisitor } from '../../services/context.ts';
import type { Settings } from '../settings.ts';

// Shorter than the delay after which an open reader builds compact tables, which only edges need.
const idleMs = 10_000;

/**
 * Classifies a made-up visitor for routing tests in the same way as the edges. The GeoIP files are closed when idle,
 * because they take as much memory as the rest of the process and routing tests are rare.
 */
export class VisitorClassifier {
  readonly #files: Settings['geo'];
  #geo: Promise<GeoReader> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(files: Settings['geo']) {
    this.#files = files;
  }

  readonly classify: ClassifyVisitor = async ({ ip, userAgent, referrer }) => {
    // The module is imported on first use, because it contains large tables of browsers and devices.
    const { createClassifier, openGeo, emptyLocation } = await import('../../edge/classify/index.ts');
    const location = ip === undefined ? emptyLocation : (await this.#open(openGeo)).find(ip);
    const { device, referrerDomain, isBot } = createClassifier({ geo: { find: () => location } }).classify({
      address: ip ?? '',
      userAgent: userAgent ?? '',
      // These are headers that a browser sends, so that missing headers do not make the visitor a bot.
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
