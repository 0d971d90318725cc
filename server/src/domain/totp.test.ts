import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildTotpUri, computeTotp, encodeBase32, findTotpStep, totpStepAt, type Hmac } from './totp.ts';

const hmacSha1: Hmac = (key, message) => createHmac('sha1', key).update(message).digest();
const secret = Buffer.from('12345678901234567890');

describe('TOTP codes', () => {
  // Codes from RFC 6238, appendix B, with SHA-1. Only the last six of the eight digits are used.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at Unix time %i are %s', (seconds, code) => {
    expect(computeTotp(hmacSha1, secret, totpStepAt(new Date(seconds * 1000)))).toBe(code);
  });

  // Codes from RFC 4226, appendix D, by counter.
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => [counter, code] as const,
    ),
  )('for counter %i are %s', (counter, code) => {
    expect(computeTotp(hmacSha1, secret, counter)).toBe(code);
  });
});

describe('findTotpStep', () => {
  const now = new Date(1_700_000_010_000);
  const step = totpStepAt(now);

  it.each([-1, 0, 1])('accepts a code %i steps from now and returns its step', (offset) => {
    expect(findTotpStep(hmacSha1, secret, computeTotp(hmacSha1, secret, step + offset), now)).toBe(
      step + offset,
    );
  });

  it.each([-2, 2])('rejects a code %i steps from now', (offset) => {
    expect(findTotpStep(hmacSha1, secret, computeTotp(hmacSha1, secret, step + offset), now)).toBeUndefined();
  });

  it('uses steps of exactly 30 seconds', () => {
    expect(totpStepAt(new Date(29_999))).toBe(0);
    expect(totpStepAt(new Date(30_000))).toBe(1);
  });

  it('accepts the code for the first step', () => {
    expect(findTotpStep(hmacSha1, secret, '755224', new Date(0))).toBe(0);
  });

  it('rejects a code for a step before the first', () => {
    expect(findTotpStep(hmacSha1, secret, '000000', new Date(0))).toBeUndefined();
  });

  it.each(['', '12345', '1234567', 'abcdef', ' 28708'])('rejects %j', (code) => {
    expect(findTotpStep(hmacSha1, secret, code, now)).toBeUndefined();
  });
});

describe('enrollment', () => {
  // Examples from RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %j in base32 as %j', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });

  it('includes issuer, account and all parameters in the URI', () => {
    const uri = new URL(buildTotpUri(secret, 'Waypost', 'ada+1@example.com'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toBe('/Waypost:ada+1@example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Waypost',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
