// Visitor inputs with the expected results, written by hand so that they do not depend on production code.

type Case<Sent, Expected> = readonly [sent: Sent, expected: Expected];

export const pipelineDeviceNames = [
  'deviceType',
  'deviceBrand',
  'deviceModel',
  'os',
  'osVersion',
  'browser',
  'browserVersion',
] as const;

export const pipelineAgents: readonly {
  agent: string;
  device: readonly (string | null)[];
  isBot: boolean;
}[] = [
  {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    device: ['desktop', null, null, 'Windows', '10', 'Chrome', '131.0.0.0'],
    isBot: false,
  },
  {
    agent:
      'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    device: ['mobile', 'Samsung', 'SM-S928B', 'Android', '14', 'Chrome', '120.0.0.0'],
    isBot: false,
  },
  {
    agent: 'Mozilla/5.0 (Android 12; Tablet; rv:120.0) Gecko/120.0 Firefox/120.0',
    device: ['tablet', null, null, 'Android', '12', 'Firefox', '120.0'],
    isBot: false,
  },
  {
    agent:
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
    device: ['tv', 'Samsung', null, 'Tizen', '6.0', 'Tizen Browser', null],
    isBot: false,
  },
  {
    agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    device: ['other', null, null, null, null, null, null],
    isBot: true,
  },
];

export const pipelineLocations: readonly Case<string, Record<string, string>>[] = [
  ['203.0.113.7', {}],
  [
    '81.2.3.4',
    { country: 'DE', region: 'Berlin', city: 'Berlin', isp: 'Example Telekom', connectionType: 'broadband' },
  ],
  ['82.2.3.4', { country: 'FR' }],
];

export const pipelineLanguages: readonly Case<string, string | null>[] = [
  ['de-DE,de;q=0.9', 'de'],
  ['fr;q=0.5, en-GB;q=0.8', 'en'],
  ['*', null],
];

export const pipelineReferrers: readonly Case<string, string | null>[] = [
  ['', null],
  ['https://www.News.example:8443/a?b=c', 'news.example'],
  ['http://x.example', 'x.example'],
  ['about:blank', null],
];

export const pipelinePurposes: readonly { method: string; headers: Record<string, string> }[] = [
  { method: 'GET', headers: {} },
  { method: 'GET', headers: { 'sec-purpose': 'prefetch;prerender' } },
  { method: 'GET', headers: { 'x-moz': 'prefetch' } },
  { method: 'HEAD', headers: {} },
];

const unchanged = (text: string): Case<string, string> => [encodeURIComponent(text), text];

/**
 * Encoded link values, each with the value that should be stored, or null if no value should be stored. Short values
 * come first.
 */
export const pipelineTokens: readonly Case<string, string | null>[] = [
  ['', null],
  unchanged('plain'),
  unchanged('ünï 😀'),
  unchanged('0'),
  unchanged(String.raw`\N`),
  [encodeURIComponent('tab\tand\nline\r\0'), 'tab\tandline'],
  ['%7Bsubid%7D', null],
  ['%20space+%20', 'space'],
  unchanged("it's; DROP TABLE events --"),
  unchanged('a,b|c "quoted" & <b>'),
  unchanged(String.raw`back\slash\t\\`),
  ['%252C', '%2C'],
  ['100%25%zz', '100%%zz'],
  ['a+b', 'a b'],
  ['%ff', '\u{fffd}'],
  ['%20', null],
  unchanged('null'),
  ['x'.repeat(600), 'x'.repeat(512)],
  [encodeURIComponent('é'.repeat(257)), 'é'.repeat(256)],
];
export const pipelineShortTokens = 8;

/** Values of the cost parameter and the expected cost in units of 10^-12. */
export const pipelineBids: readonly Case<string, bigint>[] = [
  ['', 0n],
  ['0.25', 250_000_000_000n],
  ['12.000000000001', 12_000_000_000_001n],
  ['0.0000000000025', 2n],
  ['100.000000000001', 0n],
  ['abc', 0n],
  ['-1', 0n],
  ['1,5', 0n],
  ['%7Bbid%7D', 0n],
];

/** No tag contains a comma, because commas separate tags in a link. */
export const pipelineTags: readonly Case<string, string | null>[] = [
  ['a', 'a'],
  ['b', 'b'],
  [' c d ', 'c d'],
  ['{tag}', null],
  ['', null],
  [String.raw`it's | odd \N "tag"`, String.raw`it's | odd \N "tag"`],
  ['t'.repeat(70), 't'.repeat(64)],
];
