import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { textOf, type Block, type Inline } from '../src/lib/guide/page-tree.ts';
import { readMarkdown } from './read-markdown.ts';

const docs = resolve(import.meta.dirname, '..', '..', 'docs');
const list = resolve(import.meta.dirname, '..', 'src', 'ui', 'guide', 'pages.ts');

export function findPages(): string[] {
  return globSync(['*.md', 'guide/*.md', 'operator/*.md'], { cwd: docs })
    .map((file) => file.replaceAll('\\', '/').slice(0, -'.md'.length))
    .toSorted();
}

export function readPage(page: string): { title: string; blocks: Block[]; pictures: string[] } {
  const file = join(docs, `${page}.md`);
  const pictures: string[] = [];
  const known = new Set(findPages());
  const resolveInline = (one: Inline): Inline => {
    if (typeof one === 'string' || one.type === 'code') return one;
    if (one.type === 'picture') {
      pictures.push(resolve(dirname(file), one.source));
      return { ...one, source: String(pictures.length - 1) };
    }
    const inside = one.inside.map((each) => resolveInline(each));
    if (one.type !== 'link') return { ...one, inside };
    const to = resolveLink(one.to, page, known);
    return to === undefined ? { type: 'emphasis', inside } : { type: 'link', to, inside };
  };
  const blocks = readMarkdown(readFileSync(file, 'utf8')).map((block) => resolveBlock(block, resolveInline));
  const [first] = blocks;
  if (first?.type !== 'heading' || first.level !== 1)
    throw new Error(`${page}.md does not start with its title`);
  return { title: textOf(first.inside), blocks: blocks.slice(1), pictures };
}

/** Returns the panel URL for a link to a page, an external URL unchanged, or undefined for any other link. */
function resolveLink(to: string, page: string, known: ReadonlySet<string>): string | undefined {
  if (/^[a-z]+:/.test(to)) return to;
  const [path = '', hash] = to.split('#', 2);
  const target = path === '' ? page : relative(docs, resolve(docs, dirname(page), path)).replace(/\.md$/, '');
  return known.has(target) ? `/guide/${target}${hash === undefined ? '' : `#${hash}`}` : undefined;
}

function resolveBlock(block: Block, resolveInline: (one: Inline) => Inline): Block {
  const all = (inside: readonly Inline[]) => inside.map((one) => resolveInline(one));
  if (block.type === 'code') return block;
  if (block.type === 'list')
    return {
      ...block,
      items: block.items.map((item) => item.map((one) => resolveBlock(one, resolveInline))),
    };
  if (block.type === 'table')
    return { ...block, head: block.head.map(all), rows: block.rows.map((cells) => cells.map(all)) };
  return { ...block, inside: all(block.inside) };
}

export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    load(id) {
      if (id === list) {
        const lines = findPages().map(
          (page) => `${JSON.stringify(page)}: () => import(${JSON.stringify(join(docs, `${page}.md`))}),`,
        );
        return { code: `export const pages = {\n${lines.join('\n')}\n};`, moduleType: 'js' };
      }
      if (!id.startsWith(docs) || !id.endsWith('.md')) return undefined;
      return { code: writeModule(id), moduleType: 'js' };
    },
  };
}

function writeModule(file: string): string {
  const { title, blocks, pictures } = readPage(relative(docs, file).slice(0, -'.md'.length));
  return [
    // Screenshots are taken from a built panel, so the first build has no pictures. A test detects missing pictures.
    ...pictures.map((path, at) =>
      existsSync(path)
        ? `import picture${at} from ${JSON.stringify(`${path}?url`)};`
        : `const picture${at} = '';`,
    ),
    `export const page = ${JSON.stringify({ title, blocks })};`,
    `export const pictures = [${pictures.map((_, at) => `picture${at}`).join(', ')}];`,
  ].join('\n');
}
