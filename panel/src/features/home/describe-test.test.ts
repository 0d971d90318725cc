import { describe, expect, it } from 'vitest';
import { describePath, describeVisitor, formatAttempt, hostOf } from './describe-test.ts';

describe('describeVisitor', () => {
  const visitor = {
    country: 'DE',
    city: 'Berlin',
    deviceType: 'mobile',
    os: 'iOS',
    browser: 'Safari',
  } as const;

  it('names the location and the device', () => {
    expect(describeVisitor(visitor)).toBe('Berlin, DE · mobile · iOS · Safari');
  });

  it('leaves out unknown parts', () => {
    expect(describeVisitor({ ...visitor, city: null, os: null })).toBe('DE · mobile · Safari');
  });

  it('explains why the country of a visit from the same network is unknown', () => {
    expect(describeVisitor({ ...visitor, country: null })).toBe(
      'unknown country (private IP address) · mobile · iOS · Safari',
    );
  });
});

describe('describePath', () => {
  const paths = [
    { id: 'p1', name: 'Main' },
    { id: 'p2', name: 'Mobile' },
  ];

  it('names the path that the visit took', () => {
    expect(describePath({ pathId: 'p2' }, { paths, rules: [{} as never] })).toBe('Path: Mobile');
  });

  it('mentions if the rotator has no rules', () => {
    expect(describePath({ pathId: 'p1' }, { paths, rules: [] })).toBe('Path: Main (no rules)');
  });

  it.each([null, 'gone'])('says that no path was selected for the path ID %s', (pathId) => {
    expect(describePath({ pathId }, { paths, rules: [] })).toBe('No path selected');
  });
});

describe('formatAttempt', () => {
  it.each([
    ['a delivered postback', { success: true, status: 204, error: null }, 'HTTP 204'],
    ['a postback that is delivered without HTTP', { success: true, status: null, error: null }, 'delivered'],
  ])('describes %s', (_, attempt, text) => {
    expect(formatAttempt(attempt)).toBe(text);
  });

  it.each([
    ['a rejected postback', { success: false, status: 400, error: null }, 'HTTP 400.'],
    ['a lost connection', { success: false, status: null, error: 'timeout' as never }, 'failed (timeout).'],
    ['an unknown error', { success: false, status: null, error: null }, 'failed (unknown error).'],
  ])('describes %s, and says that Waypost retries', (_, attempt, start) => {
    const text = formatAttempt(attempt);
    expect(text.startsWith(start)).toBe(true);
    expect(text.endsWith('Waypost will retry.')).toBe(true);
  });
});

it.each([
  ['https://go.example:8443/c/1?tag=x', 'go.example:8443'],
  ['not a URL', 'not a URL'],
])('hostOf returns the host of %s: %s', (address, host) => {
  expect(hostOf(address)).toBe(host);
});
