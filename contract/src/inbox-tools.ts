import { z } from 'zod';
import { conversionStatus } from './conversion-status.ts';
import { goalRulesInput } from './goals/rules-input.ts';
import { recordId, timestamp } from './records.ts';

export const verdict = z.string().meta({ description: 'As in the inbox.' });

const decimalText = z.string().meta({ description: 'A decimal number, exact.' });

/** A conversion that would be made or changed, as it would be then. */
export const triedChange = z.strictObject({
  isNew: z.boolean(),
  idx: z.int(),
  label: z.string(),
  transactionId: z.string(),
  status: conversionStatus,
  payout: decimalText,
  currency: z.string(),
  revenue: decimalText,
});

const text = (lengthMax: number) =>
  z.string('must be a text').max(lengthMax, `must have at most ${lengthMax} characters`);

const goalDraft = z
  .strictObject({
    campaignId: recordId.meta({ description: 'In place of whose rules they are.' }),
    rules: goalRulesInput.shape.rules,
  })
  .meta({ id: 'GoalDraft' });

/** A request as a network would send it, or one that came. */
export const eventTrial = z
  .strictObject({
    url: text(16_384)
      .min(1, 'must not be empty')
      .meta({
        description:
          'Of the request, with the key of the campaign: whole, or from /e/ on. Where campaignId is given, its parameters alone will do.',
      })
      .nullish(),
    inboxId: recordId
      .meta({ description: 'In place of all else that is said of the request: one that came in.' })
      .nullish(),
    campaignId: recordId.meta({ description: 'Whom it is for, where url has no key.' }).nullish(),
    draft: goalDraft
      .meta({ description: 'Goal rules that are not saved: the event is tried by them.' })
      .nullish(),
    body: text(16_384).meta({ description: 'Of a POST: a form or JSON.' }).nullish(),
    contentType: text(255).nullish(),
    address: text(64)
      .meta({ description: 'Whom it would come from. Without one, lists of addresses are not asked.' })
      .nullish(),
  })
  .refine(({ url, inboxId }) => (typeof url === 'string') !== (typeof inboxId === 'string'), {
    path: ['url'],
    message: 'must be given, or inboxId in its place',
  })
  .meta({ id: 'EventTrial' });

/** What would become of it. */
export const eventTrialResult = z
  .strictObject({
    campaign: z
      .strictObject({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Whom it is for; null where its key is none of the workspace.' }),
    rule: z
      .strictObject({
        place: z.int().meta({ description: 'In the list, from 1 on.' }),
        label: z.string(),
      })
      .nullable()
      .meta({
        description: 'The goal rule that decides; null where none does, and where the campaign has none.',
      }),
    visit: z
      .strictObject({ id: z.uuid(), time: timestamp })
      .nullable()
      .meta({ description: 'That the click id names, whether it is recorded or not.' }),
    verdict: verdict.nullable().meta({ description: 'Null where there is no such campaign.' }),
    read: z
      .record(z.string(), z.string())
      .meta({ description: 'What was understood, by the names of goal rules.' }),
    changes: z.array(
      z.strictObject({
        ...triedChange.shape,
        postback: z
          .strictObject({ method: z.string(), url: z.string(), body: z.string().nullable() })
          .nullable()
          .meta({ description: 'The call that would follow.' }),
        noPostback: z.string().nullable().meta({ description: 'Why none would follow, in a sentence.' }),
      }),
    ),
    words: z.array(z.string()).meta({ description: 'All of it in sentences.' }),
  })
  .meta({ id: 'EventTrialResult' });
export type EventTrialResult = z.infer<typeof eventTrialResult>;
