import { z } from 'zod';
import type { ReadingContext } from '../../services/agents/reading.ts';

export type AgentTool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  run: (context: ReadingContext, input: never) => Promise<ToolResult>;
};

type ToolResult = {
  data: Record<string, unknown>;
  panel?: string;
  units?: Record<string, string>;
  timezone?: string;
  currency?: string;
};

export function defineTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, 'input' | 'run'> & {
    input: Input;
    run: (context: ReadingContext, input: z.output<Input>) => Promise<ToolResult>;
  },
): AgentTool {
  return tool;
}

const cell = z.union([z.string(), z.number(), z.null()]);

export const reportCells = z.record(z.string(), cell);

export const items = z.array(z.looseObject({}));

export const nextCursor = z.string().nullable();

export const pageInput = {
  limit: z.int().min(1).max(100).default(25).describe('Rows per page.'),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .describe('nextCursor from the previous page; keep other input unchanged.'),
};

export const detailInput = {
  detail: z
    .enum(['concise', 'full'])
    .default('concise')
    .describe('concise: names, without empty fields. full: all fields, with IDs.'),
};
