import type { Evaluation, UnknownReason } from '@waypost/contract/rotators/evaluation.ts';
import type { ExplanationVerdict } from '@waypost/contract/rotators/visit-explanation.ts';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';

type Explained = {
  verdict: ExplanationVerdict;
  mismatch: 'rule' | 'path' | 'landing' | 'offer' | null;
  evaluation: Evaluation;
  decided: DecidedVisit;
  usesDecidingRules: boolean;
};

export function writeNote(explained: Explained): string {
  const sentences = [formatVerdict(explained), formatVersion(explained)];
  if (explained.decided.isCapped)
    sentences.push('A cap changed the decision; the state of caps is not recorded.');
  return sentences.join(' ');
}

const reasonWords: Readonly<Record<UnknownReason, string>> = {
  'not-recorded': 'not recorded',
  hidden: 'hidden from you',
};

function formatVerdict({ verdict, mismatch, evaluation, decided }: Explained): string {
  if (verdict === 'agrees') return 'The rules lead to the recorded path.';
  if (verdict === 'undetermined')
    return `The rules may lead to the recorded path, but some values are unknown: ${listUnknown(evaluation)}.`;
  if (evaluation.problem !== null)
    return `The explanation contradicts the record, because these rules cannot be published: ${evaluation.problem}.`;
  if (mismatch !== 'rule')
    return `The explanation contradicts the record: the rules do not lead to the recorded ${mismatch ?? 'path'}. The record shows what happened.`;
  const nameOf = (id: string | null) =>
    id === null
      ? 'no rule (the default path)'
      : (evaluation.rules.find((rule) => rule.id === id)?.name ?? 'a rule that no longer exists');
  return `The explanation contradicts the record: the record shows ${nameOf(decided.ruleId)}, but these rules lead to ${nameOf(evaluation.ruleId)}. The record shows what happened.`;
}

function listUnknown({ rules }: Evaluation): string {
  const unknown = rules.flatMap(({ leaves, isServed }) =>
    leaves.flatMap((leaf) =>
      !isServed || leaf.unknown === undefined ? [] : [[leaf.field, leaf.unknown] as const],
    ),
  );
  return [...new Map(unknown)].map(([field, reason]) => `${field} (${reasonWords[reason]})`).join(', ');
}

function formatVersion({ usesDecidingRules, evaluation }: Explained): string {
  return usesDecidingRules
    ? `Evaluated with version ${String(evaluation.rotatorVersion)} of the rotator, which was live at the time.`
    : 'The rules that were applied to this visit are no longer stored, so the current rules were evaluated.';
}
