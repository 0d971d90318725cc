import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VisitorClassifier } from './visitor-classifier.ts';

const classifier = new VisitorClassifier({
  cityFile: undefined,
  asnFile: undefined,
  // This directory does not exist, so the database files are read.
  tablesDirectory: join(tmpdir(), 'waypost-no-tables'),
});

afterAll(() => classifier.close());

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('VisitorClassifier', () => {
  it('returns a device but no location for a user agent', async () => {
    const known = await classifier.classify({ userAgent: phone });
    expect(known).toMatchObject({ deviceType: 'mobile', os: 'iOS', deviceBrand: 'Apple', bot: false });
    expect(known).not.toHaveProperty('country');
    expect(await classifier.classify({ userAgent: 'curl/8.5.0' })).toMatchObject({ bot: true });
  });

  it('returns a location and network but no device for an IP address', async () => {
    const known = await classifier.classify({ ip: '8.8.8.8' });
    expect(known).toMatchObject({ country: 'US', continent: 'NA', asn: 15_169, datacenter: true });
    expect(known).not.toHaveProperty('deviceType');
    expect(known).not.toHaveProperty('bot');
    expect((await classifier.classify({ ip: '10.0.0.1' })).country).toBeUndefined();
  });

  it('returns the domain of a referrer', async () => {
    expect(await classifier.classify({ referrer: 'https://news.example.com/a?b' })).toEqual({
      referrerDomain: 'news.example.com',
    });
  });
});
