import type { Evaluation } from '@waypost/contract/rotators/evaluation.ts';
import { describe, expect, it } from 'vitest';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';
import { writeNote } from './write-explanation-note.ts';

const agreed: Parameters<typeof writeNote>[0] = {
  verdict: 'agrees',
  mismatch: null,
  evaluation: {
    rules: [{ id: 'r1', name: 'Germany' }],
    ruleId: null,
    problem: null,
  } as unknown as Evaluation,
  decided: { ruleId: 'r1', isCapped: false } as DecidedVisit,
  usesDecidingRules: true,
};
const capped = { ...agreed.decided, isCapped: true };

describe('the note for an explained visit', () => {
  it('mentions caps only if one changed the decision', () => {
    expect(writeNote({ ...agreed, decided: capped })).toMatch(/recorded path\. .*A cap changed the decision/);
    expect(writeNote(agreed)).not.toContain('cap');
  });

  it('names the recorded rule and the rule that matches now if they differ', () => {
    const note = writeNote({ ...agreed, verdict: 'contradicts', mismatch: 'rule' });
    expect(note).toContain('the record shows Germany, but these rules lead to no rule (the default path).');
    const gone = { ...agreed.decided, ruleId: 'deleted' };
    const noteOfGone = writeNote({ ...agreed, verdict: 'contradicts', mismatch: 'rule', decided: gone });
    expect(noteOfGone).toContain('the record shows a rule that no longer exists');
  });

  it('names the part of the route that differs if the rule is the same', () => {
    const note = writeNote({ ...agreed, verdict: 'contradicts', mismatch: 'offer' });
    expect(note).toContain('the rules do not lead to the recorded offer.');
  });
});
