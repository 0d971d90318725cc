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

/** What all records have; the rest is as the record is. */
export const record = z.looseObject({ id: z.string(), name: z.string(), status: z.string() });

/** What tools take that answer page by page. */
export function pageInput(things: string) {
  return {
    limit: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(`${things} on a page: 1 to 100, ${pageItems} where it is left out.`),
    cursor: z
      .string()
      .max(2_000)
      .optional()
      .describe('nextCursor of the page before, with everything else unchanged.'),
  };
}

export const pageItems = 25;
