import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, items } from '../tools/tool.ts';
import { runTool, type ToolCall } from './run-tool.ts';

const call = {
  caller: { workspaceId: 'w', workspaceName: 'Workspace', person: {}, client: {}, actor: {} },
  reading: {},
  panelUrl: 'https://waypost.example.com',
  signal: new AbortController().signal,
} as unknown as ToolCall;

function toolWith(rowLength: number, limits: number[]) {
  return defineTool({
    name: 'list_rules',
    title: 'Rules',
    description: 'Lists rules.',
    input: z.strictObject({ limit: z.int() }),
    output: z.object({ record: z.object({ rules: items }) }),
    run: (_, { limit }) => {
      limits.push(limit);
      const rules = Array.from({ length: Math.min(80, limit) }, () => 'x'.repeat(rowLength));
      return Promise.resolve({ data: { record: { rules } }, panel: '/rules?a=1' });
    },
  });
}

describe('runTool', () => {
  it('returns the query and a panel link that contains the workspace', async () => {
    const { structuredContent } = await runTool(toolWith(10, []), call, { limit: 3 });
    expect(structuredContent).toMatchObject({
      about: {
        query: { tool: 'list_rules', input: { limit: 3 } },
        panel: 'https://waypost.example.com/rules?a=1&ws=w',
      },
      data: { record: { rules: ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(10)] } },
    });
    expect(structuredContent).not.toHaveProperty('about.shortened');
  });

  it('lowers the limit until the result is short enough', async () => {
    const limits: number[] = [];
    const { structuredContent, isError } = await runTool(toolWith(1_000, limits), call, { limit: 100 });
    expect(isError).toBeUndefined();
    expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(40_000);
    expect(limits[0]).toBe(100);
    expect(limits.length).toBeLessThanOrEqual(3);
    expect(limits.at(-1)).toBeGreaterThan(25);
    expect(structuredContent).toMatchObject({ about: { shortened: expect.stringContaining('lowered') } });
  });

  it('rejects a single row that is too long', async () => {
    const { isError, content } = await runTool(toolWith(50_000, []), call, { limit: 5 });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('40000')]);
  });

  it('omits a long query input from the result', async () => {
    const input = { limit: 1, values: 'v'.repeat(2_000) };
    const { structuredContent } = await runTool(toolWith(10, []), call, input);
    expect(structuredContent).toMatchObject({ about: { query: { tool: 'list_rules' } } });
    expect(JSON.stringify(structuredContent)).not.toContain('vvv');
  });
});
