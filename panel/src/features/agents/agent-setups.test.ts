import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleQuestions, listAgentSetups } from './agent-setups.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/agents.md'), 'utf8');

const withoutSpace = (text: string) => text.replaceAll(/\s/g, '');

describe('the blocks for agents', () => {
  it.each(listAgentSetups('https://waypost.example.com/mcp').map((setup) => [setup.name, setup] as const))(
    'are in the documentation as in the panel: %s',
    (_, { name, block }) => {
      expect(page).toContain(`### ${name}\n`);
      // JSON may be broken into other lines there.
      expect(withoutSpace(page)).toContain(withoutSpace(`${block}\`\`\``));
    },
  );

  it('hold the address, and valid JSON where they are JSON', () => {
    for (const { id, block } of listAgentSetups('http://localhost:8080/mcp')) {
      expect([id, block]).toEqual([id, expect.stringContaining('http://localhost:8080/mcp')]);
      if (block.startsWith('{')) expect(() => JSON.parse(block) as unknown).not.toThrow();
    }
  });

  it('allow http for mcp-remote only where the address is another machine over http', () => {
    const remoteOf = (url: string) => listAgentSetups(url).find(({ id }) => id === 'mcp-remote')?.block;
    expect(remoteOf('http://tracker.lan:8080/mcp')).toContain('--allow-http');
    for (const url of [
      'https://waypost.example.com/mcp',
      'http://localhost:8080/mcp',
      'http://127.0.0.1:1/mcp',
    ])
      expect([url, remoteOf(url)]).toEqual([url, expect.not.stringContaining('--allow-http')]);
  });
});

it('shows the same example questions in the documentation', () => {
  for (const question of exampleQuestions) expect(page).toContain(`- ${question}\n`);
});
