import { z } from 'zod';
import { evaluation } from './evaluation.ts';

const knownId = z.uuid().nullable();

const recordedDecision = z.strictObject({
  outcome: z.string().nullable(),
  ruleId: knownId.meta({ description: 'Null if no rule matched and the default path was used.' }),
  pathId: knownId,
  landingId: knownId,
  offerId: knownId,
  kept: z
    .array(z.enum(['path', 'landing', 'offer']))
    .meta({ description: 'Choices carried over from the visitor’s previous visit.' }),
  isCapped: z.boolean().meta({ description: 'Whether a cap changed the decision.' }),
});

const explanationVerdicts = ['agrees', 'undetermined', 'contradicts', 'not-routed'] as const;
export type ExplanationVerdict = (typeof explanationVerdicts)[number];

export const visitExplanation = z
  .strictObject({
    visitId: z.uuid(),
    recorded: recordedDecision,
    verdict: z.enum(explanationVerdicts).meta({
      description:
        'agrees: the rules lead to the recorded rule and path. undetermined: they may, but a value they need is unknown. contradicts: they lead elsewhere. not-routed: no rules were applied.',
    }),
    note: z.string().meta({ description: 'The verdict in words, with its reason.' }),
    usesDecidingRules: z.boolean().meta({
      description: 'True if these are the rules that decided the visit, false if they are the current ones.',
    }),
    evaluation: evaluation.nullable().meta({
      description: 'Null if no rules were applied or the rotator’s records were deleted.',
    }),
  })
  .meta({ id: 'VisitExplanation' });
export type VisitExplanation = z.infer<typeof visitExplanation>;
