import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const spaces = new Set([0, 2, 4, 6, 8, 12, 16, 24, 32]);

/** Returns `file: match` for each match of the pattern that is not allowed. */
function findUses(ending: RegExp, pattern: RegExp, isAllowed: (...groups: string[]) => boolean): string[] {
  return files
    .filter((file) => ending.test(file) && !/\.test\.|theme\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(pattern)]
        .filter(([, ...groups]) => !isAllowed(...groups))
        .map(([match]) => `${file}: ${match.trim()}`),
    );
}

const isSpaces = (text = '') =>
  !text.includes('rem') && [...text.matchAll(/(\d+)px/g)].every(([, size]) => spaces.has(Number(size)));

it('stylesheets use the type scale of the theme', () => {
  const isSize = (size = '') =>
    /^(?:var\(--mantine-font-size-(?:xs|sm|md|lg|xl)\)|var\(--wp-font-size-note\)|0\.\d+em|inherit)$/.test(
      size,
    );
  expect(findUses(/\.css$/, /font-size: ([^;]+);/g, isSize)).toEqual([]);
});

it('stylesheets use the spacing scale', () => {
  const pattern = /\n\s*(?:padding|margin|gap)(?:-[a-z-]+)?: ([^;]+);/g;
  expect(findUses(/\.css$/, pattern, isSpaces)).toEqual([]);
});

it('stylesheets use the radii of the theme', () => {
  const isRadius = (radius = '') => /^(?:var\(--mantine-radius-\w+\)|50%)$/.test(radius);
  expect(findUses(/\.css$/, /border-radius: ([^;]+);/g, isRadius)).toEqual([]);
});

it('components use the spacing scale', () => {
  const pattern = /\s(?:gap|spacing|[mp](?:t|b|l|r|x|y)?)=\{-?(\d+)\}/g;
  expect(findUses(/\.tsx$/, pattern, (size) => spaces.has(Number(size)))).toEqual([]);
});

it('colors are defined only in the theme', () => {
  const pattern = /[:'"\s](#[\da-f]{6}|#[\da-f]{3}|rgba?\()\b/g;
  // Scanners need the exact contrast of QR codes.
  const isForScanners = (color = '') => ['#000000', '#ffffff'].includes(color);
  expect(findUses(/\.(?:css|tsx)$/, pattern, isForScanners)).toEqual([]);
});
