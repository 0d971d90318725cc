import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const [, section = ''] = read('docs/operations.md').split('\n## Troubleshooting\n');
const messages = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, message = '']) => message);
const sources = globSync(['server/src/**/*.ts', 'bin/*.mjs'], { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n');

it('the troubleshooting table contains at least one message', () => {
  expect(messages).not.toEqual([]);
});

it.each(messages)('the documented message "%s" exists in the source code', (message) => {
  const parts = message
    .split('…')
    .map((part) => part.replace(/^[\s()]+|[\s()]+$/g, ''))
    .filter((part) => part !== '');
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});
