import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const rotatorsWanted = 50;
const rulesEach = 20;
const countries = [
  'DE',
  'FR',
  'IT',
  'ES',
  'PL',
  'NL',
  'SE',
  'AT',
  'CH',
  'GB',
  'US',
  'CA',
  'BR',
  'MX',
  'IN',
  'JP',
];

/** Writes configuration files with many campaigns, each with 20 rules, for `waypost import`. */
export function writeBenchWorkspace(directory: string, campaignsWanted: number): void {
  mkdirSync(directory, { recursive: true });
  const files: Record<string, unknown> = {
    // The files are written as JSON, which is also valid YAML.
    waypost: {
      format: 1,
      workspace: { timezone: 'UTC', currency: 'USD', fallbackUrl: 'https://fallback.example/' },
    },
    'traffic-sources': [
      {
        name: 'Source',
        clickIdParam: 'click',
        costParam: 'bid',
        tokens: Array.from({ length: 6 }, (_, at) => ({
          index: at + 1,
          param: `t${at + 1}`,
          name: `Token ${at + 1}`,
        })),
      },
    ],
    landings: Array.from({ length: 4 }, (_, at) => ({
      name: `Page ${at}`,
      url: `https://page${at}.example/lp?cid={clickid}&c={country}&k={token1}`,
    })),
    offers: Array.from({ length: 4 }, (_, at) => ({
      name: `Offer ${at}`,
      url: `https://offer${at}.example/buy?sub={clickid}&src={token2}`,
    })),
    rotators: Array.from({ length: rotatorsWanted }, (_, at) => rotator(at)),
    campaigns: Array.from({ length: campaignsWanted }, (_, at) => ({
      name: `Campaign ${String(at).padStart(4, '0')}`,
      trafficSource: 'Source',
      rotator: `Rotator ${at % rotatorsWanted}`,
      cost: { mode: 'auto' },
    })),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, `${name}.yaml`), JSON.stringify(content, null, 1));
}

function rotator(at: number): unknown {
  return {
    name: `Rotator ${at}`,
    paths: [
      { name: 'Default', landings: pool('landing', 'Page', 3), offers: pool('offer', 'Offer', 3) },
      { name: 'Direct', offers: pool('offer', 'Offer', 2) },
    ],
    rules: Array.from({ length: rulesEach }, (_, index) => ({
      name: `Rule ${index}`,
      conditions: {
        all: [
          { field: 'country', op: 'is', values: [countries[(at + index) % countries.length]] },
          { field: 'deviceType', op: 'is', values: [index % 2 === 0 ? 'mobile' : 'desktop'] },
          { field: 'token1', op: 'contains', values: [`key${index}`] },
        ],
      },
      paths: [
        { path: 'Direct', weight: 1 },
        { path: 'Default', weight: 2 },
      ],
    })),
  };
}

function pool(kind: 'landing' | 'offer', name: string, many: number): unknown[] {
  return Array.from({ length: many }, (_, index) => ({ [kind]: `${name} ${index}`, weight: 10 + index }));
}
