import { unstorableText } from '@waypost/contract/values/text.ts';
import { describe, expect, it } from 'vitest';
import { WaypostError } from '../platform/errors.ts';
import { refuseUnstorableText } from './refuse-unstorable-text.ts';

function issuesOf(input: unknown): unknown {
  try {
    refuseUnstorableText(input);
    return [];
  } catch (error) {
    return (error as WaypostError).details['issues'];
  }
}

describe('refuseUnstorableText', () => {
  it.each([
    [{ origin: 'a\0' }, [{ path: 'origin', message: unstorableText }]],
    [{ a: [{ b: '\ud800' }] }, [{ path: 'a.0.b', message: unstorableText }]],
    [{ 'a\0': 1 }, [{ path: '', message: `has a field name that ${unstorableText}` }]],
    [JSON.parse('{"__proto__":{"a":1}}'), [{ path: '__proto__', message: 'unknown field' }]],
    ['\0', [{ path: '', message: unstorableText }]],
    [{ a: 'ü 👩‍👩‍👧 \u0001', b: null, c: 1 }, []],
    [undefined, []],
  ])('rejects %j with the issues %j', (input: unknown, issues) => {
    expect(issuesOf(input)).toEqual(issues);
  });
});
