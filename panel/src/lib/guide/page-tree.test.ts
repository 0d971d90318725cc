import { expect, it } from 'vitest';
import { textOf, type Inline } from './page-tree.ts';

it('textOf joins the text of all parts, however deeply they are nested', () => {
  const inside: Inline[] = [
    'Open ',
    {
      type: 'link',
      to: 'costs.md',
      inside: [{ type: 'strong', inside: ['Costs', { type: 'code', text: '/costs' }] }],
    },
    { type: 'picture', source: 'a.png', about: ' (picture)' },
  ];
  expect(textOf(inside)).toBe('Open Costs/costs (picture)');
  expect(textOf([])).toBe('');
});
