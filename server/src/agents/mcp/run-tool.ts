import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AgentCaller } from '../../services/agents/authenticate-agent.ts';
import type { AgentReading, ReadingContext } from '../../services/agents/reading.ts';
import type { AgentTool } from '../tools/tool.ts';
import { answerLengthMax, sendAnswer } from './limit-answer.ts';
import { markUntrusted } from './mark-untrusted.ts';

// Longer inputs are not repeated in the result, because the caller already knows them.
const echoedLengthMax = 1_000;

export type ToolCall = {
  caller: AgentCaller;
  reading: AgentReading;
  panelUrl: string;
  signal: AbortSignal;
};

type Input = Record<string, unknown>;

/** Runs a tool. If a page is too long, reads it again with fewer rows, so that the result and its cursor fit. */
export async function runTool(tool: AgentTool, call: ToolCall, requested: Input): Promise<CallToolResult> {
  for (let input = requested; ;) {
    const answer = await answerOnce(tool, call, { requested, input });
    const { length } = JSON.stringify(answer);
    const limit =
      length > answerLengthMax ? findShorterLimit(input, answer['data'] as Input, length) : undefined;
    if (limit === undefined) return sendAnswer(answer);
    input = { ...requested, limit };
  }
}

async function answerOnce(
  tool: AgentTool,
  { caller, reading, panelUrl, signal }: ToolCall,
  { requested, input }: { requested: Input; input: Input },
) {
  const { workspaceId, workspaceName, actor, person, client } = caller;
  const reader = { workspaceId, workspaceName, actor, person, client };
  const context: ReadingContext = { ...reading, ...reader, panelUrl, signal };
  const { data, panel, ...rest } = await tool.run(context, input as never);
  const isShort = JSON.stringify(requested).length <= echoedLengthMax;
  return markUntrusted({
    about: {
      workspace: workspaceName,
      query: { tool: tool.name, ...(isShort ? { input: requested } : {}) },
      ...(panel === undefined ? {} : { panel: linkTo(panelUrl, panel, workspaceId) }),
      ...(input === requested
        ? {}
        : {
            shortened: `limit was lowered to ${String(input['limit'])} to shorten the result; request the next page`,
          }),
      ...rest,
    },
    data,
  });
}

// The link names the workspace, because the person may have a different workspace open in the panel.
function linkTo(panelUrl: string, path: string, workspaceId: string): string {
  const url = new URL(path, panelUrl);
  url.searchParams.set('ws', workspaceId);
  return url.href;
}

function findShorterLimit(input: Input, data: Input, length: number): number | undefined {
  const lists = Object.values(data).flatMap((value) => [value, ...listsIn(value)]);
  const rows = Math.max(...lists.map((value) => (Array.isArray(value) ? value.length : 0)));
  const shown = Math.min(Number(input['limit'] ?? 0), rows);
  if (!(shown > 1)) return undefined;
  return Math.max(1, Math.min(shown - 1, Math.floor(((shown * answerLengthMax) / length) * 0.9)));
}

function listsIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
}
