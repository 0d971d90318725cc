import { macroConsent, savedWarnings } from '@waypost/contract/warnings.ts';
import { z } from 'zod';
import type { WarnedSubject } from '../../services/warnings/find-warnings.ts';
import { saveWithWarnings } from '../../services/warnings/save-with-warnings.ts';
import type { PanelContext, PanelInput, WorkspaceOperation } from './operation.ts';

type Save = Omit<WorkspaceOperation, 'run'> & {
  run: (context: PanelContext, input: PanelInput) => Promise<object | void>;
};

/**
 * An operation that saves something with macros in it, as the panel has it: its answer says what will probably not work,
 * and what looks like a slip has to be wanted. All of them do it alike.
 */
export function answerWarnings(type: WarnedSubject, operation: Save): WorkspaceOperation {
  const { data, example, query, description = '', run } = operation;
  const shape = data instanceof z.ZodObject ? data.shape : {};
  return {
    ...operation,
    description:
      `${description} Warnings tell what will probably not work. A near-miss of a known macro is refused, unless acceptUnknownMacros says that it is meant.`.trim(),
    query: z.strictObject({ ...query?.shape, ...macroConsent.shape }),
    data: z.strictObject({ ...shape, ...savedWarnings }),
    example: { ...example, data: { ...(example.data as object | null), warnings: [] } },
    run: async (context, input) =>
      await saveWithWarnings(context, {
        type,
        // The workspace is the one of the session; what is made gets its id now.
        id: type === 'workspace' ? context.workspaceId : input.params['id'],
        consent: { acceptUnknownMacros: input.query['acceptUnknownMacros'] },
        save: (within) => run(within, input),
      }),
  };
}
