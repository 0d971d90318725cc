import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadTrackingScript, stripScript } from './tracking-script.ts';

const { plain, gzipped, etag } = loadTrackingScript();
const text = plain.toString('utf8');

test('the script is less than 2 KB when packed', () => {
  expect(gzipped.length).toBeLessThan(2_000);
  expect(gunzipSync(gzipped)).toEqual(plain);
});

test('the script is served without its comments, and is whole', () => {
  expect(text).not.toMatch(/^\s|\/\/ |\/\*/m);
  expect(() => new Script(text)).not.toThrow();
  expect(text.endsWith('})();\n')).toBe(true);
});

test.each(['eval', 'new Function', 'innerHTML', 'document.write', '.style', 'createElement', 'onclick'])(
  'the script does without %s, which a strict policy of a page forbids',
  (word) => {
    expect(text).not.toContain(word);
  },
);

test('the tag changes with the script only', () => {
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(loadTrackingScript().etag).toBe(etag);
});

test('stripping takes away what only readers need', () => {
  expect(stripScript("// a\n  b('// c');\n\n    // d\n  e();\n")).toBe("b('// c');\ne();\n");
});
