import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const steps = readme.slice(readme.indexOf('## First campaign'), readme.indexOf('## External engines'));
const blocks = [...steps.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);

it('the first steps can be pasted as they stand: nothing in them has to be filled in by hand', () => {
  expect(blocks.length).toBeGreaterThan(3);
  const commands = blocks.flatMap((block) => block.split('\n')).filter((line) => !line.startsWith('#'));
  expect(commands.filter((line) => /…|\bID\b|[0-9a-f]{8}-[0-9a-f]{4}-|wpk_/.test(line))).toEqual([]);
});
