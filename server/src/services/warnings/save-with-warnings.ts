import { macroConsent, type Warning } from '@waypost/contract/campaigns/warnings.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { findWarnings, type WarnedSubject } from './find-warnings.ts';

type Save<Context, Saved> = {
  type: WarnedSubject;
  /** Undefined for a new record, whose ID is in the result of `save`. */
  id: string | undefined;
  consent: unknown;
  save: (context: Context) => Promise<Saved>;
};

/**
 * Saves the record and returns the warnings for its stored state. If a new macro looks misspelled, the save is rolled
 * back unless the caller accepts the macro, because a warning after the save is easily missed.
 */
export async function saveWithWarnings<Context extends WorkspaceContext, Saved extends object | void>(
  context: Context,
  { type, id, consent, save }: Save<Context, Saved>,
): Promise<Saved & { warnings: Warning[] }> {
  const { acceptUnknownMacros } = parseInput(macroConsent, consent);
  const { workspaceId } = context;
  return await inWorkspace(context, async (transaction) => {
    const find = (of: string) => findWarnings(transaction, workspaceId, { type, id: of });
    const before = id !== undefined && isId(id) ? await find(id) : [];
    const saved = await save({ ...context, transaction });
    const warnings = await find(id ?? (saved as { id: string }).id);
    if (acceptUnknownMacros === undefined) rejectMisspelled(warnings, before);
    return { ...saved, warnings };
  });
}

/**
 * Rejects misspelled macros. Macros that were already stored are accepted, because they must not block other changes.
 */
function rejectMisspelled(warnings: Warning[], before: Warning[]): void {
  const known = new Set(before.map(({ message }) => message));
  const misspelled = warnings.filter(
    ({ suggestion, message }) => suggestion !== undefined && !known.has(message),
  );
  const [first] = misspelled;
  if (first === undefined) return;
  const issues = misspelled.slice(0, 20).map(({ path, message }) => ({ path, message }));
  const message = `${first.path}: ${first.message} To save it anyway, send acceptUnknownMacros=1`;
  throw new WaypostError('VALIDATION_FAILED', message, { details: { issues, warnings: misspelled } });
}
