import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { incomingAliases } from './read-incoming.ts';
import { mayChange, verdicts, type Verdict } from './verdicts.ts';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/incoming-postbacks.md'), 'utf8');
const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

it.each(Object.entries(incomingAliases))(
  'docs/incoming-postbacks.md lists all parameter names for %s',
  (_, names) => {
    const cell = names.map((name) => `\`${name}\``).join(', ');
    expect(
      rows.some(([, first]) => first === cell),
      cell,
    ).toBe(true);
  },
);

it('docs/incoming-postbacks.md lists every verdict and whether a replay can change it', () => {
  const listed = rows.filter(([, , , again]) => again === 'yes' || again === '');
  const documented = new Map(
    listed.map(([, name = '', , again]) => [name.replaceAll('`', ''), again === 'yes']),
  );
  for (const verdict of Object.keys(verdicts) as Verdict[])
    expect([verdict, documented.get(verdict)]).toEqual([verdict, mayChange(verdict)]);
});
