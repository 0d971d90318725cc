import { z } from 'zod';
import type { ReadingContext } from '../../services/agents/reading.ts';

/** Something that an agent can ask for. Nothing of it changes anything. */
export type AgentTool = {
  name: string;
  title: string;
  /** By which an agent chooses it. */
  description: string;
  input: z.ZodObject;
  /** What `data` of the answer holds. */
  output: z.ZodObject;
  run: (context: ReadingContext, input: never) => Promise<Answer>;
};

type Answer = {
  data: Record<string, unknown>;
  /** The page of the panel that shows the same: a path, with its query. */
  panel?: string;
  /** What numbers of the answer are in, where they do not say so themselves. */
  units?: Record<string, string>;
  timezone?: string;
  currency?: string;
};

/** Keeps what `run` takes in step with what is asked for. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, 'input' | 'run'> & {
    input: Input;
    run: (context: ReadingContext, input: z.output<Input>) => Promise<Answer>;
  },
): AgentTool {
  return tool;
}

/** A value of a dimension or a metric. */
const cell = z.union([z.string(), z.number(), z.null()]);

/** What a report says of one group, or of all, by the ids of dimensions and metrics. */
export const reportCells = z.record(z.string(), cell);

/** Items of a list; the tool's description says what they hold. */
export const items = z.array(z.looseObject({}));

export const nextCursor = z.string().nullable();

/** What tools take that answer page by page. */
export const pageInput = {
  limit: z.int().min(1).max(100).default(25).describe('Rows per page.'),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .describe('nextCursor of the previous page, other input unchanged.'),
};

/** What tools take whose answers can be long. */
export const detailInput = {
  detail: z
    .enum(['concise', 'full'])
    .default('concise')
    .describe('concise: names, without empty fields. full: every field, with ids.'),
};
