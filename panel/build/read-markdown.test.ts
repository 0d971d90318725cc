import { expect, it } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

it('readMarkdown gives headings the IDs that GitHub uses', () => {
  expect(readMarkdown("# What's `this`?\n\n## Twice\n\n## Twice")).toEqual([
    { type: 'heading', level: 1, id: 'whats-this', inside: ["What's ", { type: 'code', text: 'this' }, '?'] },
    { type: 'heading', level: 2, id: 'twice', inside: ['Twice'] },
    { type: 'heading', level: 2, id: 'twice-1', inside: ['Twice'] },
  ]);
});

it('readMarkdown reads nested lists with code', () => {
  const text = '1. One\n   - inner\n\n   ```sh\n   run  it\n   ```\n\n2. Two\n\nAfter';
  expect(readMarkdown(text)).toEqual([
    {
      type: 'list',
      first: 1,
      items: [
        [
          { type: 'paragraph', inside: ['One'] },
          { type: 'list', items: [[{ type: 'paragraph', inside: ['inner'] }]] },
          { type: 'code', text: 'run  it' },
        ],
        [{ type: 'paragraph', inside: ['Two'] }],
      ],
    },
    { type: 'paragraph', inside: ['After'] },
  ]);
});

it('readMarkdown starts a new list where bullets follow numbers', () => {
  expect(readMarkdown('1. One\n2. Two\n\n- three\n* four')).toEqual([
    { type: 'list', first: 1, items: [['One'], ['Two']].map((inside) => [{ type: 'paragraph', inside }]) },
    { type: 'list', items: [[{ type: 'paragraph', inside: ['three'] }]] },
    { type: 'list', items: [[{ type: 'paragraph', inside: ['four'] }]] },
  ]);
});

it('readMarkdown reads tables with escaped pipes in cells', () => {
  expect(readMarkdown('| a | b |\n| --- | ---: |\n| `x \\| y` | **1** |')).toEqual([
    {
      type: 'table',
      isNumber: [false, true],
      head: [['a'], ['b']],
      rows: [[[{ type: 'code', text: 'x | y' }], [{ type: 'strong', inside: ['1'] }]]],
    },
  ]);
});

it('readMarkdown treats HTML as text', () => {
  expect(readMarkdown('<script>alert(1)</script>')).toEqual([
    { type: 'paragraph', inside: ['<script>alert(1)</script>'] },
  ]);
});

it('readMarkdown rejects an unclosed code block', () => {
  expect(() => readMarkdown('```\nx')).toThrow('not closed');
});
