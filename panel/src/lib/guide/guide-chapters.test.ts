import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapters } from './guide-chapters.ts';

const book = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guide');
const text = (chapter: string) => readFileSync(join(book, `${chapter}.md`), 'utf8');

describe('guide chapters', () => {
  it.each(chapters)('include %s with the title "%s", which the table of contents lists', (chapter, title) => {
    expect(text(chapter).split('\n')[0]).toBe(`# ${title}`);
    expect(text('README')).toContain(`[${title}](${chapter}.md)`);
  });
});
