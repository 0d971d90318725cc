import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { estimateTokens } from '../../testing/estimate-tokens.ts';
import { agentTools } from './index.ts';

function describeTool({ name, title, description, input, output }: (typeof agentTools)[number]): string {
  return JSON.stringify({
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    outputSchema: z.toJSONSchema(z.object({ data: output, about: z.looseObject({ note: z.string() }) })),
  });
}

describe('the tool list', () => {
  it('costs at most 7,000 tokens', () => {
    expect(estimateTokens(agentTools.map(describeTool).join())).toBeLessThan(7_000);
  });

  it.each(agentTools.map((tool) => [tool.name, tool] as const))(
    'describes %s in at most 600 tokens, or 1,400 for run_report',
    (name, tool) => {
      expect(estimateTokens(describeTool(tool))).toBeLessThan(name === 'run_report' ? 1_400 : 600);
    },
  );
});
