import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapters, findChapter } from './guide-chapters.ts';

const book = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide');
const text = (chapter: string) => readFileSync(join(book, `${chapter}.md`), 'utf8');
// The file is read as text, because the module imports browser code.
const screens = readFileSync(join(import.meta.dirname, '..', 'app', 'screens.ts'), 'utf8');
const paths = [...screens.matchAll(/^ {2}(?: {2}|\{ )to: '([^']+)'/gm)].map(([, path = '']) => path);

describe('guide chapters', () => {
  it('are checked against the screens in the sidebar', () => {
    expect(paths).toContain('/');
    expect(paths).toContain('/reports');
    expect(paths.length).toBeGreaterThan(15);
  });

  it.each(paths.filter((path) => path !== '/guide'))('include a chapter for %s', (path) => {
    const chapter = findChapter(path);
    expect(chapter).toBeDefined();
    expect(existsSync(join(book, `${chapter}.md`))).toBe(true);
  });

  it.each(chapters)('include %s with the title "%s", which the table of contents lists', (chapter, title) => {
    expect(text(chapter).split('\n')[0]).toBe(`# ${title}`);
    expect(text('README')).toContain(`[${title}](${chapter}.md)`);
  });

  it('are found by path prefix, segment by segment', () => {
    expect(findChapter('/rotators/new')).toBe('rotators');
    expect(findChapter('/rotatorsx')).toBeUndefined();
    expect(findChapter('/guide')).toBeUndefined();
  });
});
