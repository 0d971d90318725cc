import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleQuestions, listAgentSetups } from './agent-setups.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/agents.md'), 'utf8');

const withoutSpace = (text: string) => text.replaceAll(/\s/g, '');

describe('listAgentSetups', () => {
  it.each(listAgentSetups('https://waypost.example.com/mcp').map((setup) => [setup.name, setup] as const))(
    'matches the documentation for %s',
    (_, { name, block }) => {
      expect(page).toContain(`### ${name}\n`);
      // The documentation may wrap JSON differently.
      expect(withoutSpace(page)).toContain(withoutSpace(`${block}\`\`\``));
    },
  );

  it('writes the server URL into every block, and valid JSON into JSON blocks', () => {
    for (const { id, block } of listAgentSetups('http://localhost:8080/mcp')) {
      expect([id, block]).toEqual([id, expect.stringContaining('http://localhost:8080/mcp')]);
      if (block.startsWith('{')) expect(() => JSON.parse(block) as unknown).not.toThrow();
    }
  });

  it('passes --allow-http to mcp-remote only for a remote host over http', () => {
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

it('the documentation lists the same example questions as the panel', () => {
  for (const question of exampleQuestions) expect(page).toContain(`- ${question}\n`);
});
