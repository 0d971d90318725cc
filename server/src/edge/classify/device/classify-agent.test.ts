import { knownValues } from '@waypost/contract/conditions/known-values.ts';
import { readFileSync } from 'node:fs';
import { rotatorFields } from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';
import { trafficColumns } from '../../../domain/traffic/columns.ts';
import { createAgentClassifier } from './classify-agent.ts';
import type { Device } from './device.ts';
import { noHints, readHints, type Hints } from './hints.ts';

const deviceColumns = [
  'device_type',
  'device_brand',
  'device_model',
  'os',
  'os_version',
  'browser',
  'browser_version',
];

type Line = { agent: string; hints?: Partial<Hints>; expect: string };

const corpus = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as Line[];

/**
 * Formats a device as in the corpus: `type | brand | model | system | version | browser | version`, followed by bot
 * reasons and `preview` if there are any.
 */
function formatDevice(device: Device): string {
  const { deviceType, deviceBrand, deviceModel, os, osVersion, browser, browserVersion } = device;
  const facts = [deviceType, deviceBrand, deviceModel, os, osVersion, browser, browserVersion];
  return [
    ...facts.map((fact) => fact ?? '-'),
    ...(device.botReasons.length === 0 ? [] : [device.botReasons.join(' ')]),
    ...(device.isPreview ? ['preview'] : []),
  ].join(' | ');
}

describe('the corpus of user agents', () => {
  const classifyAgent = createAgentClassifier();

  it('has at least 300 entries and covers every device type', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    const types = new Set(corpus.map((line) => line.expect.split(' | ')[0]));
    for (const type of rotatorFields.deviceType.choices) expect(types, type).toContain(type);
    expect(types.size).toBe(rotatorFields.deviceType.choices.length);
  });

  it('covers every name that condition fields suggest', () => {
    const columns = { deviceBrand: 1, os: 3, browser: 5 } as const;
    for (const [field, at] of Object.entries(columns)) {
      const names = new Set(corpus.map((line) => line.expect.split(' | ')[at]));
      expect(knownValues[field]?.filter((name) => !names.has(name))).toEqual([]);
    }
  });

  it.each(corpus)('contains $agent, which is detected as $expect', ({ agent, hints, expect: expected }) => {
    const device =
      hints === undefined ? classifyAgent(agent) : classifyAgent(agent, { ...noHints, ...hints });
    expect(formatDevice(device)).toBe(expected);
  });
});

describe('the detected device', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

  it('is the same object for the same input, so that its cells are built once', () => {
    const classifyAgent = createAgentClassifier();
    const hints = { ...noHints, platform: '"Windows"', platformVersion: '"15.0.0"' };
    expect(classifyAgent(chrome)).toBe(classifyAgent(chrome));
    expect(classifyAgent(chrome, hints)).toBe(classifyAgent(chrome, { ...hints }));
    expect(classifyAgent(chrome, hints)).not.toBe(classifyAgent(chrome));
  });

  it('is cached for hundreds of phones that share a user agent but differ in their hints', () => {
    const classifyAgent = createAgentClassifier();
    const agent = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/99 Mobile';
    const phones = Array.from({ length: 300 }, (_, at) => ({ ...noHints, model: `"SM-${at}"` }));
    const devices = phones.map((hints) => classifyAgent(agent, hints));
    expect(devices[299]?.deviceModel).toBe('SM-299');
    for (const [at, hints] of phones.entries()) expect(classifyAgent(agent, hints)).toBe(devices[at]);
  });

  it('has one cell for each column', () => {
    const device = createAgentClassifier()(chrome);
    expect(device.cells.split('\t')).toHaveLength(deviceColumns.length);
    expect(trafficColumns.join()).toContain(deviceColumns.join());
    expect(device.cells).toBe('desktop\t\t\tWindows\t10\tChrome\t131.0.0.0');
  });

  it('escapes tabs and line breaks in its cells', () => {
    const device = createAgentClassifier()('Mozilla/5.0 (Linux; Android 9; a\tb\nc) Chrome/99 Mobile');
    expect(device.deviceModel).toBe('a\tb\nc');
    expect(device.cells).toContain('\ta\\tb\\nc\t');
  });

  it('depends only on the first 1,024 characters of the user agent', () => {
    const classifyAgent = createAgentClassifier();
    const padded = chrome.padEnd(1_024, ' x');
    expect(classifyAgent(`${padded} Googlebot`)).toBe(classifyAgent(padded));
  });
});

describe('hostile user agents', () => {
  const limitMs = 1;
  const long = 10_240;
  const hostile: Record<string, string> = {
    'open brackets': '('.repeat(long),
    'nested brackets': `${'('.repeat(long / 2)}${')'.repeat(long / 2)}`,
    'brackets after Android': `Mozilla/5.0 (Linux; Android 9; ${'('.repeat(long)}`,
    semicolons: `Mozilla/5.0 (Linux; Android 9${';'.repeat(long)})`,
    'semicolons and spaces': `Mozilla/5.0 (Linux; Android 9${'; '.repeat(long / 2)})`,
    digits: `Chrome/${'9'.repeat(long)}`,
    'digits and dots': `Chrome/${'9.'.repeat(long / 2)}`,
    'a model of digits': `Mozilla/5.0 (Linux; Android 9; 2${'2'.repeat(long)})`,
    letters: 'a'.repeat(long),
    'letters, then a mismatch': `${'a'.repeat(1_000)}!${'a'.repeat(long)}`,
    spaces: ' '.repeat(long),
    'words and spaces': 'a '.repeat(long / 2),
    slashes: '/'.repeat(long),
    'words with numbers': 'a/1.0 '.repeat(long / 6),
    'dotted words': 'a.'.repeat(long / 2),
    'dashed words': `${'a-'.repeat(long / 2)}!`,
    'words before a bar': `${'w '.repeat(500)}|`,
    'almost a TV': `Tizen${'x'.repeat(long)}T`,
    'repeated TVs': 'Tizen '.repeat(long / 6),
    'almost a headless browser': 'Headles'.repeat(long / 7),
    'at signs': '@a'.repeat(long / 2),
    'colons and percents': `${'a:%'.repeat(330)}\u0000`,
    emoji: '\u{1f600}'.repeat(long / 2),
    'half characters': '\ud83d'.repeat(long),
    'combining marks': `a${'\u0301'.repeat(long)}`,
    'right to left': '\u202e\u05d0'.repeat(long / 2),
    zeros: '\0'.repeat(long),
    'all names at once': corpus.map((line) => line.agent).join(' '),
  };

  it.each(Object.entries(hostile))('are classified within a millisecond: %s', (_name, agent) => {
    const times = Array.from({ length: 12 }, () => {
      // Creates a new classifier each time to bypass the cache.
      const classifyAgent = createAgentClassifier();
      const start = performance.now();
      const device = classifyAgent(agent);
      const elapsedMs = performance.now() - start;
      expect(device.cells.split('\t')).toHaveLength(deviceColumns.length);
      return elapsedMs;
    });
    expect(Math.min(...times)).toBeLessThan(limitMs);
  });

  it('are classified even with malformed hints', () => {
    const classifyAgent = createAgentClassifier();
    const values = ['"', '""', '"a";v=', '"a";v="', ','.repeat(256), '"'.repeat(256), '\u0000', '?2'];
    for (const value of values) {
      const hints: Hints = {
        brands: value,
        fullVersions: value,
        mobile: value,
        platform: value,
        platformVersion: value,
        model: value,
      };
      expect(classifyAgent('Mozilla/5.0 (Linux; Android 10; K) Chrome/99 Mobile', hints).os).toBe('Android');
    }
  });
});

describe('property names of Object.prototype', () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

  it.each(names)('are not detected as a browser or system: %s', (name) => {
    const classify = createAgentClassifier();
    const hints = readHints({
      'sec-ch-ua': `"${name}";v="1"`,
      'sec-ch-ua-platform': `"${name}"`,
      'sec-ch-ua-full-version-list': `"${name}";v="1.2"`,
    });
    const device = classify(`Mozilla/5.0 (Windows NT ${name}) ${name}/1.0`, hints);
    for (const value of [device.browser, device.os, device.osVersion, device.browserVersion])
      expect(['string', 'undefined']).toContain(typeof value);
  });
});
