import { macroConsent, savedWarnings } from '@waypost/contract/warnings.ts';
import { z } from 'zod';
import type { WarnedSubject } from '../../services/warnings/find-warnings.ts';
import { readWithWarnings } from '../../services/warnings/read-with-warnings.ts';
import { saveWithWarnings } from '../../services/warnings/save-with-warnings.ts';
import type { PanelContext, PanelInput, WorkspaceOperation } from './operation.ts';

type Running<Answer> = Omit<WorkspaceOperation, 'run'> & {
  run: (context: PanelContext, input: PanelInput) => Promise<Answer>;
};

/**
 * An operation that saves something with macros in it, as the panel has it: its answer says what will probably not work,
 * and what looks like a slip has to be wanted. All of them do it alike.
 */
export function answerWarnings(type: WarnedSubject, operation: Running<object | void>): WorkspaceOperation {
  const { query, description = '', run } = operation;
  return {
    ...withWarnings(operation),
    description:
      `${description} Warnings tell what will probably not work. A near-miss of a known macro is refused, unless acceptUnknownMacros says that it is meant.`.trim(),
    query: z.strictObject({ ...query?.shape, ...macroConsent.shape }),
    run: async (context, input) =>
      await saveWithWarnings(context, {
        type,
        // What is made gets its id now.
        id: idOf(type, context, input),
        consent: { acceptUnknownMacros: input.query['acceptUnknownMacros'] },
        save: (within) => run(within, input),
      }),
  };
}

/** An operation that reads one such record: its answer has the same warnings. */
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

/** The workspace is the one of the session. */
function idOf(
  type: WarnedSubject,
  { workspaceId }: PanelContext,
  { params }: PanelInput,
): string | undefined {
  return type === 'workspace' ? workspaceId : params['id'];
}
