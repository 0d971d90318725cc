import { macroConsent, type Warning } from '@waypost/contract/warnings.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { findWarnings, type WarnedSubject } from './find-warnings.ts';

type Save<Context, Saved> = {
  type: WarnedSubject;
  /** Undefined where the save makes the record: its answer has the id then. */
  id: string | undefined;
  /** What the caller says to slips, as it came. */
  consent: unknown;
  save: (context: Context) => Promise<Saved>;
};

/**
 * Saves, and answers the warnings of what is stored then. A macro that is a near-miss of a known one, and was not there
 * before, takes everything back unless the caller wants it: nobody reads a warning after they have left the page.
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
    if (acceptUnknownMacros === undefined) refuseSlips(warnings, before);
    return { ...saved, warnings };
  });
}

/** What was stored already is not refused again when something else is changed. */
function refuseSlips(warnings: Warning[], before: Warning[]): void {
  const known = new Set(before.map(({ message }) => message));
  const slips = warnings.filter(({ suggestion, message }) => suggestion !== undefined && !known.has(message));
  const [first] = slips;
  if (first === undefined) return;
  const issues = slips.slice(0, 20).map(({ path, message }) => ({ path, message }));
  const message = `${first.path}: ${first.message} To save it anyway, send acceptUnknownMacros=1`;
  throw new WaypostError('VALIDATION_FAILED', message, { details: { issues, warnings: slips } });
}
