import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapters, findChapter } from './guide-chapters.ts';

const book = join(import.meta.dirname, '..', '..', '..', 'docs', 'guide');
const text = (chapter: string) => readFileSync(join(book, `${chapter}.md`), 'utf8');
// By its text: what the list of screens imports is for browsers.
const screens = readFileSync(join(import.meta.dirname, '..', 'app', 'screens.ts'), 'utf8');
const paths = [...screens.matchAll(/^ {2}(?: {2}|\{ )to: '([^']+)'/gm)].map(([, path = '']) => path);

describe('the guide in the panel', () => {
  it('finds the screens it asks about', () => {
    expect(paths).toContain('/');
    expect(paths).toContain('/reports');
    expect(paths.length).toBeGreaterThan(15);
  });

  it.each(paths.filter((path) => path !== '/guide'))('has a chapter for %s', (path) => {
    const chapter = findChapter(path);
    expect(chapter).toBeDefined();
    expect(existsSync(join(book, `${chapter}.md`))).toBe(true);
  });

  it.each(chapters)('the chapter %s has the title %s, and the contents name it', (chapter, title) => {
    expect(text(chapter).split('\n')[0]).toBe(`# ${title}`);
    expect(text('README')).toContain(`[${title}](${chapter}.md)`);
  });

  it('explains what is below a screen like the screen, and nothing that only begins like it', () => {
    expect(findChapter('/rotators/new')).toBe('rotators');
    expect(findChapter('/rotatorsx')).toBeUndefined();
    expect(findChapter('/guide')).toBeUndefined();
  });
});
