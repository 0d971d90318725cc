import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPath } from './split-path.ts';

/** Of any sixteen bits, halves of characters among them. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));

describe('splitPath', () => {
  it.each([
    ['/', '/', ''],
    ['/c/1', '/c/1', ''],
    ['/c/1?', '/c/1', ''],
    ['/c/1?a=1?b=2', '/c/1', 'a=1?b=2'],
    ['/?a=/b', '/', 'a=/b'],
    ['//host/path?a', '//host/path', 'a'],
    ['/go/http://x/?u=http://y/', '/go/http://x/', 'u=http://y/'],
    ['http://track.example/c/1?a=1', '/c/1', 'a=1'],
    ['HTTPS://track.example:8443/c/1', '/c/1', ''],
    ['http://track.example', '/', ''],
    ['http://track.example?a=1/2', '/', 'a=1/2'],
    ['?a=1', '/', 'a=1'],
    ['', '/', ''],
    ['*', '*', ''],
  ])('reads %j as %j and %j', (url, path, query) => {
    expect(splitPath(url)).toEqual({ path, query });
  });

  it('never throws, and finds the same with an origin before a path as without', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitPath(text).path).not.toBe('');
        expect(splitPath(`http://track.example/${text}`)).toEqual(splitPath(`/${text}`));
      }),
    );
  });
});
