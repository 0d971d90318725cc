import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './parse.ts';

/** Text that a person reads in a file. */
export type Text = { kind: 'doc comment' | 'comment' | 'string' | 'prose'; text: string; line: number };

export function readSourceTexts({ path, source }: SourceFile): Text[] {
  const { program, comments } = parseSync(path, source);
  const lineOf = lineFinder(source);
  const texts: Text[] = comments.map(({ type, value, start }) => ({
    kind: type === 'Block' && value.startsWith('*') ? 'doc comment' : 'comment',
    text: joinCommentLines(value),
    line: lineOf(start),
  }));
  const addString = (text: string, start: number) =>
    texts.push({ kind: 'string', text, line: lineOf(start) });
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') addString(value, start);
    },
    TemplateElement: ({ value, start }) => addString(value.cooked ?? value.raw, start),
    JSXText: ({ value, start }) => addString(value.replaceAll(/\s+/g, ' ').trim(), start),
  }).visit(program);
  return texts;
}

/** Returns the paragraphs of a Markdown document without code blocks and code spans. */
export function readProse(source: string): Text[] {
  const texts: Text[] = [];
  let isCode = false;
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode) texts.push({ kind: 'prose', text: line.replaceAll(/`[^`]*`/g, '`'), line: index + 1 });
  }
  return texts;
}

function joinCommentLines(value: string): string {
  return value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .join(' ')
    .trim();
}

function lineFinder(source: string): (offset: number) => number {
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, lineStarts.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (lineStarts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
