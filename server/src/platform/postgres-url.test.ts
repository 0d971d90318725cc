import { describe, expect, it } from 'vitest';
import { findUrlProblem, needsWritableHost, splitPostgresUrl } from './postgres-url.ts';

describe('splitPostgresUrl', () => {
  it.each([
    ['postgres://a/db', ['postgres://a/db']],
    ['postgresql://u:p@a:5432,b/db', ['postgresql://u:p@a:5432/db', 'postgresql://u:p@b/db']],
    ['postgres://[::1]:1,[::2]:2', ['postgres://[::1]:1', 'postgres://[::2]:2']],
    ['postgres://a,b/db?target_session_attrs=primary', ['postgres://a/db', 'postgres://b/db']],
    [
      'postgres://u@a,b/db?sslmode=require&target_session_attrs=read-write&application_name=x',
      [
        'postgres://u@a/db?sslmode=require&application_name=x',
        'postgres://u@b/db?sslmode=require&application_name=x',
      ],
    ],
    ['https://clickhouse:8123/a,b', ['https://clickhouse:8123/a,b']],
  ])('returns one URL per host for %s', (url, expected) => {
    expect(splitPostgresUrl(url)).toEqual(expected);
  });
});

it.each([
  ['postgres://a/db', false],
  ['postgres://a,b/db', true],
  ['postgres://a/db?target_session_attrs=read-write', true],
])('needsWritableHost of %s is %s', (url, expected) => {
  expect(needsWritableHost(url)).toBe(expected);
});

describe('findUrlProblem', () => {
  it.each([
    'postgres://a/db',
    'postgresql://user@a:5432,b:5432/db?target_session_attrs=read-write',
    'postgres://u:p%40ss@a,[::1]:5433/db',
  ])('accepts %s', (url) => {
    expect(findUrlProblem(url)).toBeUndefined();
  });

  it.each([
    '',
    'a,b',
    'https://a',
    'postgres://',
    'postgres://a,/db',
    'postgres://,a/db',
    'postgres://a:x,b/db',
  ])('rejects "%s"', (url) => {
    expect(findUrlProblem(url)).toContain('be a URL that begins with postgres://');
  });

  it.each(['any', 'read-only', 'standby', 'prefer-standby'])(
    'rejects target_session_attrs=%s',
    (attribute) => {
      expect(findUrlProblem(`postgres://a,b/db?target_session_attrs=${attribute}`)).toContain(
        'have target_session_attrs set to read-write or primary',
      );
    },
  );
});
