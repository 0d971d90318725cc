import type { VisitorField } from '@waypost/contract/rotators/evaluation.ts';
import type { TokenName } from '@waypost/contract/visits/visit-attributes.ts';
import type { FactValue } from '../../domain/conditions/index.ts';
import type { GeoReader } from '../../edge/classify/index.ts';
import type { ClassifyVisitor } from '../../services/tools.ts';
import type { Settings } from '../settings.ts';

// Shorter than the delay after which an open reader builds compact tables, because only edges need these tables.
const idleMs = 10_000;

// The other fields come from the campaign, its link or the caller.
type ClassifiedField = Exclude<
  VisitorField,
  'ip' | 'userAgent' | 'referrer' | 'language' | 'prefetch' | 'campaign' | 'trafficSource' | TokenName
>;

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
      // Includes the headers that every browser sends, because a visitor without them could be classified as a bot.
      headers: { 'accept-language': 'en', accept: '*/*', referer: referrer },
      method: 'GET',
    });
    const { country, region, city, continent, isp, asn, connectionType, isDatacenter: datacenter } = location;
    const { deviceType, deviceBrand, deviceModel, os, osVersion, browser, browserVersion } = device;
    return {
      ...ifGiven(ip, { country, region, city, continent, isp, asn, connectionType, datacenter }),
      ...ifGiven(userAgent, { deviceType, deviceBrand, deviceModel, os, osVersion }),
      ...ifGiven(userAgent, { browser, browserVersion, bot: isBot }),
      ...ifGiven(referrer, { referrerDomain }),
    } satisfies Record<ClassifiedField, FactValue | undefined>;
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

function ifGiven<Values extends object>(input: string | undefined, values: Values) {
  return (input === undefined ? {} : values) as { [Field in keyof Values]: Values[Field] | undefined };
}
