import type { DemoRandom } from './demo-random.ts';

type Country = { networks: readonly string[]; languages: readonly string[]; utcOffsetHours: number };

/** For each country: address prefixes of its internet providers, its languages and its UTC offset. */
export const demoCountries = {
  US: { networks: ['75.147', '108.46'], languages: ['en-US', 'es-US'], utcOffsetHours: -6 },
  DE: { networks: ['92.210', '87.180'], languages: ['de-DE'], utcOffsetHours: 1 },
  GB: { networks: ['213.122', '80.2', '90.242'], languages: ['en-GB'], utcOffsetHours: 0 },
  FR: { networks: ['92.147', '91.167'], languages: ['fr-FR'], utcOffsetHours: 1 },
  IT: { networks: ['79.36', '151.25', '93.42'], languages: ['it-IT'], utcOffsetHours: 1 },
  ES: { networks: ['81.43', '90.171'], languages: ['es-ES', 'ca-ES'], utcOffsetHours: 1 },
  PL: { networks: ['83.23', '46.204'], languages: ['pl-PL'], utcOffsetHours: 1 },
  NL: { networks: ['77.165', '143.177'], languages: ['nl-NL', 'en-NL'], utcOffsetHours: 1 },
  BR: { networks: ['187.50', '179.205'], languages: ['pt-BR'], utcOffsetHours: -3 },
  MX: { networks: ['189.230', '200.92'], languages: ['es-MX'], utcOffsetHours: -6 },
  IN: { networks: ['115.245', '182.70'], languages: ['en-IN', 'hi-IN'], utcOffsetHours: 5.5 },
  JP: { networks: ['219.53', '180.37'], languages: ['ja-JP'], utcOffsetHours: 9 },
  CA: { networks: ['142.114', '108.172'], languages: ['en-CA', 'fr-CA'], utcOffsetHours: -5 },
  AU: { networks: ['101.188', '120.18'], languages: ['en-AU'], utcOffsetHours: 10 },
} satisfies Record<string, Country>;
export type DemoCountry = keyof typeof demoCountries;

const datacenterNetworks = ['52.40', '20.72'];

const chrome = (platform: string, version: number, end = '') =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${end} Safari/537.36`;
const safari = (platform: string, version: string, end: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} ${end}`;

const phones: readonly (readonly [agent: string, weight: number])[] = [
  [chrome('Linux; Android 14; SM-S921B', 141, ' Mobile'), 14],
  [chrome('Linux; Android 14; SM-A546B', 140, ' Mobile'), 18],
  [chrome('Linux; Android 13; Redmi Note 12', 139, ' Mobile'), 15],
  [chrome('Linux; Android 15; Pixel 9', 142, ' Mobile'), 8],
  [chrome('Linux; Android 12; moto g(30)', 131, ' Mobile'), 7],
  [safari('iPhone; CPU iPhone OS 18_6 like Mac OS X', '18.6', 'Mobile/15E148 Safari/604.1'), 24],
  [safari('iPhone; CPU iPhone OS 17_5 like Mac OS X', '17.5', 'Mobile/15E148 Safari/604.1'), 12],
];
const desktops: readonly (readonly [agent: string, weight: number])[] = [
  [chrome('Windows NT 10.0; Win64; x64', 142), 40],
  [chrome('Windows NT 10.0; Win64; x64', 138, ' Safari/537.36 Edg/138.0.0.0'), 14],
  [chrome('Macintosh; Intel Mac OS X 10_15_7', 141), 14],
  [safari('Macintosh; Intel Mac OS X 10_15_7', '18.5', 'Safari/605.1.15'), 12],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 10],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 3],
];
const tablets: readonly (readonly [agent: string, weight: number])[] = [
  [safari('iPad; CPU OS 17_6 like Mac OS X', '17.6', 'Mobile/15E148 Safari/604.1'), 6],
  [chrome('Linux; Android 13; SM-X200', 139), 4],
];
const botAgents: readonly string[] = [
  'Mozilla/5.0 (compatible; AdsChecker-bot/2.1; +https://adschecker.example/bot)',
  'python-requests/2.32.3',
  'curl/8.9.1',
  chrome('X11; Linux x86_64', 120).replace('Chrome/', 'HeadlessChrome/'),
];

export type DemoPerson = { address: string; agent: string; language: string | undefined; isBot: boolean };

export function makePerson(random: DemoRandom, country: DemoCountry, phoneShare: number): DemoPerson {
  const { networks, languages } = demoCountries[country];
  const device = random.next();
  const agents = device < phoneShare ? phones : device < phoneShare + 0.04 ? tablets : desktops;
  const language = random.pick(languages);
  return {
    address: makeAddress(random, random.pick(networks)),
    agent: random.pickWeighted(agents),
    language: `${language},${language.slice(0, 2)};q=0.9,en;q=0.6`,
    isBot: false,
  };
}

export function makeBot(random: DemoRandom): DemoPerson {
  return {
    address: makeAddress(random, random.pick(datacenterNetworks)),
    agent: random.pick(botAgents),
    language: undefined,
    isBot: true,
  };
}

function makeAddress(random: DemoRandom, network: string): string {
  return `${network}.${random.integer(0, 250)}.${random.integer(1, 254)}`;
}
