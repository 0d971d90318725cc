import { describe, expect, it } from 'vitest';
import { findPages, readPage } from './guide-plugin.ts';

function plainTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one) => plainTexts(one));
  if (typeof value !== 'object' || value === null) return [];
  const { type, inside, items, head, rows } = value as Record<string, unknown>;
  return type === 'code' ? [] : [inside, items, head, rows].flatMap((one) => plainTexts(one));
}

// Markdown syntax that the parser left in the text, including syntax that the parser does not support: quotes,
// reference links, rules, underlined headings, `~~~`, `*emphasis*`, `1)`, `+`, entities and rare escapes.
const unsupported =
  /\]\(|\*\*|`|^\||<!--|^> |^\[[^\]]+\]: |(?:^| )(?:-{3,}|={3,}|~{3,})(?: |$)|\*\w|^(?:\d+\)|\+) |&#?\w+;|\\[!-~]/;

describe('guide pages', () => {
  it('include the guide, the reference and the operator guide', () => {
    expect(findPages()).toEqual(expect.arrayContaining(['guide/rotators', 'reports', 'operator/tls']));
  });

  it.each(findPages())('include %s, which is parsed completely without Markdown left in the text', (page) => {
    const { title, blocks } = readPage(page);
    expect(title).not.toBe('');
    expect(plainTexts(blocks).filter((text) => unsupported.test(text))).toEqual([]);
  });

  it('link to other pages and headings with panel URLs', () => {
    const text = JSON.stringify(readPage('guide/rotators').blocks);
    expect(text).toContain('"to":"/guide/conditions"');
    expect(text).toContain('"to":"/guide/tracking#caps"');
    expect(text).toContain('"to":"/guide/guide/dry-runs"');
  });

  it('keep the text of links to files outside the panel', () => {
    const { blocks } = readPage('operator/upgrade');
    expect(JSON.stringify(blocks)).not.toContain('CHANGELOG');
    expect(plainTexts(blocks).join(' ')).toContain('changelog');
  });
});
