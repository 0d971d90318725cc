import { macroConsent, savedWarnings } from '@waypost/contract/campaigns/warnings.ts';
import { z } from 'zod';
import type { WarnedSubject } from '../../services/warnings/find-warnings.ts';
import { readWithWarnings } from '../../services/warnings/read-with-warnings.ts';
import { saveWithWarnings } from '../../services/warnings/save-with-warnings.ts';
import type { PanelContext, PanelInput, WorkspaceOperation } from './operation.ts';

type Running<Answer> = Omit<WorkspaceOperation, 'run'> & {
  run: (context: PanelContext, input: PanelInput) => Promise<Answer>;
};

/**
 * Wraps an operation that saves macros. The response lists warnings, and a probable misspelling is rejected unless the
 * caller confirms it.
 */
export function answerWarnings(type: WarnedSubject, operation: Running<object | void>): WorkspaceOperation {
  const { query, description = '', run } = operation;
  return {
    ...withWarnings(operation),
    description:
      `${description} The response lists warnings about probable mistakes. A macro that looks misspelled is rejected unless acceptUnknownMacros is set.`.trim(),
    query: z.strictObject({ ...query?.shape, ...macroConsent.shape }),
    run: async (context, input) =>
      await saveWithWarnings(context, {
        type,
        // Undefined for a new record, whose ID is assigned when it is saved.
        id: idOf(type, context, input),
        consent: { acceptUnknownMacros: input.query['acceptUnknownMacros'] },
        save: (within) => run(within, input),
      }),
  };
}

export function showWarnings(type: WarnedSubject, operation: Running<object>): WorkspaceOperation {
  const { run } = operation;
  return {
    ...withWarnings(operation),
    run: async (context, input) =>
      await readWithWarnings(context, {
        type,
        id: idOf(type, context, input) ?? '',
        read: (within) => run(within, input),
      }),
  };
}

function withWarnings<Described extends Pick<WorkspaceOperation, 'data' | 'example'>>(
  operation: Described,
): Described {
  const { data, example } = operation;
  const shape = data instanceof z.ZodObject ? data.shape : {};
  return {
    ...operation,
    data: z.strictObject({ ...shape, ...savedWarnings }),
    example: { ...example, data: { ...(example.data as object | null), warnings: [] } },
  };
}

function idOf(
  type: WarnedSubject,
  { workspaceId }: PanelContext,
  { params }: PanelInput,
): string | undefined {
  return type === 'workspace' ? workspaceId : params['id'];
}
