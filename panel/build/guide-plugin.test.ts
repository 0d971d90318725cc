import { describe, expect, it } from 'vitest';
import { findPages, readPage } from './guide-plugin.ts';

/** Every text of a page that is shown as plain words. */
function plainTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one) => plainTexts(one));
  if (typeof value !== 'object' || value === null) return [];
  const { type, inside, items, head, rows } = value as Record<string, unknown>;
  return type === 'code' ? [] : [inside, items, head, rows].flatMap((one) => plainTexts(one));
}

describe('pages that the panel shows', () => {
  it('are the guide, the reference and the operator’s guide', () => {
    expect(findPages()).toEqual(expect.arrayContaining(['guide/rotators', 'reports', 'operator/tls']));
  });

  it.each(findPages())('%s is read as a whole: no sign of Markdown is left in its words', (page) => {
    const { title, blocks } = readPage(page);
    expect(title).not.toBe('');
    expect(plainTexts(blocks).filter((text) => /\]\(|\*\*|`|^\||<!--/.test(text))).toEqual([]);
  });

  it('leads from page to page by addresses of the panel, and to headings', () => {
    const text = JSON.stringify(readPage('guide/rotators').blocks);
    expect(text).toContain('"to":"/guide/conditions"');
    expect(text).toContain('"to":"/guide/tracking#caps"');
    expect(text).toContain('"to":"/guide/guide/dry-runs"');
  });

  it('keeps the words of what is no page of the panel, without a link', () => {
    const { blocks } = readPage('operator/upgrade');
    expect(JSON.stringify(blocks)).not.toContain('CHANGELOG');
    expect(plainTexts(blocks).join(' ')).toContain('changelog');
  });
});
