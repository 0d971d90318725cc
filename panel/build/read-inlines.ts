import type { Inline } from '../src/lib/guide/page-tree.ts';

type Mark = { pattern: RegExp; read: (found: RegExpExecArray) => Inline };

/** Inline marks. The mark that matches earliest in the text wins; ties are resolved by the order of this list. */
const marks: readonly Mark[] = [
  { pattern: /\\([\\`*_[\]<>|#])/, read: ([, sign = '']) => sign },
  { pattern: /(`+)(.+?)\1(?!`)/, read: ([, , text = '']) => ({ type: 'code', text: text.trim() }) },
  {
    pattern: /!\[([^\]]*)\]\(([^)\s]+)\)/,
    read: ([, about = '', source = '']) => ({ type: 'picture', source, about }),
  },
  {
    pattern: /\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/,
    read: ([, text = '', to = '']) => ({ type: 'link', to, inside: readInlines(text) }),
  },
  { pattern: /<(https?:\/\/[^>]+)>/, read: ([, to = '']) => ({ type: 'link', to, inside: [to] }) },
  {
    pattern: /\*\*(?=\S)(.+?)\*\*/,
    read: ([, text = '']) => ({ type: 'strong', inside: readInlines(text) }),
  },
  {
    pattern: /(?<!\w)_(?=\S)(.+?)_(?!\w)/,
    read: ([, text = '']) => ({ type: 'emphasis', inside: readInlines(text) }),
  },
];

export function readInlines(text: string): Inline[] {
  const pieces: Inline[] = [];
  let rest = text;
  while (rest !== '') {
    const next = findFirst(rest);
    if (next === undefined) break;
    const { found, read } = next;
    if (found.index > 0) pieces.push(rest.slice(0, found.index));
    pieces.push(read(found));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') pieces.push(rest);
  return joinTexts(pieces);
}

function findFirst(text: string): { found: RegExpExecArray; read: Mark['read'] } | undefined {
  let first: { found: RegExpExecArray; read: Mark['read'] } | undefined;
  for (const { pattern, read } of marks) {
    const found = pattern.exec(text);
    if (found !== null && (first === undefined || found.index < first.found.index)) first = { found, read };
  }
  return first;
}

function joinTexts(pieces: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined.splice(-1, 1, last + piece);
    else joined.push(piece);
  }
  return joined;
}
