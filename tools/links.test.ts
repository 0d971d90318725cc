import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMarkdown, type Block, type Inline } from '../panel/build/read-markdown.ts';

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', '{panel,contract,client,tools}/*.md'], { cwd: root });
const blocksOf = (file: string) => readMarkdown(readFileSync(file, 'utf8'));

function linksIn(value: readonly Block[] | readonly Block[][] | readonly Inline[]): string[] {
  const links: string[] = [];
  const look = (one: unknown): void => {
    if (Array.isArray(one)) for (const each of one) look(each);
    else if (typeof one === 'object' && one !== null) {
      const { type, to, source } = one as { type?: string; to?: string; source?: string };
      if (type === 'link' && to !== undefined) links.push(to);
      if (type === 'picture' && source !== undefined) links.push(source);
      for (const each of Object.values(one)) look(each);
    }
  };
  look(value);
  return links;
}

function headingsOf(file: string): Set<string> {
  return new Set(blocksOf(file).flatMap((block) => (block.type === 'heading' ? [block.id] : [])));
}

describe('links in the documentation', () => {
  it.each(pages)('%s links to existing pages and headings', (page) => {
    const file = join(root, page);
    const dead = linksIn(blocksOf(file)).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', hash] = link.split('#', 2);
      const target = path === '' ? file : resolve(dirname(file), path);
      if (!existsSync(target)) return true;
      return hash !== undefined && target.endsWith('.md') && !headingsOf(target).has(hash);
    });
    expect(dead).toEqual([]);
  });
});
