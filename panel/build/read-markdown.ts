import { textOf, type Block, type Inline } from '../src/lib/guide/page-tree.ts';
import { readInlines } from './read-inlines.ts';

export type { Block, Inline };

const heading = /^(#{1,6}) +(.+?) *#*$/;
const fence = /^( *)```/;
const item = /^( *)([-*]|\d+\.) +(.*)$/;
const row = /^\|.*\|\s*$/;
const comment = /^<!--.*-->\s*$/;

/**
 * Parses the subset of Markdown that the docs use: headings, paragraphs, nested lists, tables, fenced code and images.
 * Comments are dropped.
 */
export function readMarkdown(text: string): Block[] {
  const ids = new Map<string, number>();
  return readBlocks(text.replaceAll('\r\n', '\n').split('\n'), ids);
}

function readBlocks(lines: readonly string[], ids: Map<string, number>): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || comment.test(line)) {
      at += 1;
      continue;
    }
    const read = [readFence, readHeading, readTable, readList, readParagraph]
      .map((reader) => reader(lines, at, ids))
      .find((found) => found !== undefined);
    if (read === undefined) throw new Error(`Cannot parse line: ${line}`);
    blocks.push(read.block);
    at = read.end;
  }
  return blocks;
}

type Read = { block: Block; end: number } | undefined;

function readFence(lines: readonly string[], at: number): Read {
  const [, indent] = fence.exec(lines[at] ?? '') ?? [];
  if (indent === undefined) return undefined;
  const close = lines.findIndex((line, number) => number > at && line.trim() === '```');
  if (close < 0) throw new Error('Code block is not closed');
  const text = lines.slice(at + 1, close).map((line) => line.slice(countSpaces(line, indent.length)));
  return { block: { type: 'code', text: text.join('\n') }, end: close + 1 };
}

function readHeading(lines: readonly string[], at: number, ids: Map<string, number>): Read {
  const [, signs = '', words] = heading.exec(lines[at] ?? '') ?? [];
  if (words === undefined) return undefined;
  const inside = readInlines(words);
  const id = idOf(textOf(inside), ids);
  return { block: { type: 'heading', level: signs.length, id, inside }, end: at + 1 };
}

/**
 * Returns the same heading ID as GitHub: lowercase, no punctuation, dashes for spaces, and a number for repeated
 * headings.
 */
function idOf(words: string, ids: Map<string, number>): string {
  const slug = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const before = ids.get(slug) ?? 0;
  ids.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

function readTable(lines: readonly string[], at: number): Read {
  if (!row.test(lines[at] ?? '') || !/^\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? '')) return undefined;
  const isNumber = cellsOf(lines[at + 1] ?? '').map((cell) => cell.endsWith(':') && !cell.startsWith(':'));
  let end = at + 2;
  while (row.test(lines[end] ?? '')) end += 1;
  const read = (line: string): Inline[][] => cellsOf(line).map((cell) => readInlines(cell));
  return {
    block: {
      type: 'table',
      isNumber,
      head: read(lines[at] ?? ''),
      rows: lines.slice(at + 2, end).map((line) => read(line)),
    },
    end,
  };
}

/** Returns the cells of a table row. A pipe in a cell is escaped with a backslash, even inside code. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

function readList(lines: readonly string[], at: number, ids: Map<string, number>): Read {
  const [, indent, sign = ''] = item.exec(lines[at] ?? '') ?? [];
  if (indent === undefined) return undefined;
  const items: string[][] = [];
  let end = at;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const own = items.at(-1);
    const words = wordsOfItem(line, indent, sign);
    if (words !== undefined) items.push([words]);
    else if (own === undefined) break;
    else if (line.trim() === '') {
      if (!continuesList(lines, end, indent, sign)) break;
      own.push('');
    } else if (countSpaces(line) > indent.length)
      own.push(line.slice(countSpaces(line, indent.length + marginOf(sign))));
    else break;
    end += 1;
  }
  const first = Number.parseInt(sign, 10);
  return {
    block: {
      type: 'list',
      ...(Number.isNaN(first) ? {} : { first }),
      items: items.map((one) => readBlocks(one, ids)),
    },
    end,
  };
}

const marginOf = (sign: string): number => sign.length + 1;

// Returns the text of the next item if it belongs to the same list. A bullet after a number, or a different kind of
// bullet, starts a new list.
function wordsOfItem(line: string, indent: string, sign: string): string | undefined {
  const [, depth, itsSign = '', words = ''] = item.exec(line) ?? [];
  return depth === indent && itsSign.at(-1) === sign.at(-1) ? words : undefined;
}

function continuesList(lines: readonly string[], at: number, indent: string, sign: string): boolean {
  const next = lines.slice(at).find((line) => line.trim() !== '');
  if (next === undefined) return false;
  return countSpaces(next) > indent.length || wordsOfItem(next, indent, sign) !== undefined;
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !isEnd(lines[end] ?? '')) end += 1;
  const text = lines.slice(at, end).map((line) => line.trim());
  return { block: { type: 'paragraph', inside: readInlines(text.join(' ')) }, end };
}

function isEnd(line: string): boolean {
  return [/^\s*$/, heading, fence, row, item, comment].some((pattern) => pattern.test(line));
}

function countSpaces(line: string, most = Infinity): number {
  return Math.min(line.length - line.trimStart().length, most);
}
