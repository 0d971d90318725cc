import { z } from 'zod';
import { goalConditions } from '../conditions/conditions.ts';
import { listOf, orElse, refuseRepeats } from '../values/lists.ts';
import { amount, share } from '../values/money.ts';
import {
  postbackBody,
  postbackHeaders,
  postbackMethod,
  postbackSuccessText,
  defaultPostbackRequest,
  type PostbackRequest,
} from '../postbacks/postback-requests.ts';
import { postbackOccasions } from '../postbacks/postbacks.ts';
import { recordId } from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { wholeNumber } from '../values/whole-number.ts';

const goalRulesMax = 50;
export const actionsMax = 20;

export const payoutTypes = ['auto', 'fixed', 'none'] as const;
export const costTypes = ['none', 'fixed', 'share'] as const;
/** Accepted senders. Pages are not accepted by default, because anyone who opens a page can send the same events. */
export const actionSenders = ['network', 'page', 'both'] as const;

const on = orElse(z.boolean(), true);
const off = orElse(z.boolean(), false);

const occasions = `must be one of ${postbackOccasions.join(', ')}`;

/** Postback triggers, sorted in enum order, so that the same selection always has the same value. */
const postbackOn = orElse(
  listOf(z.enum(postbackOccasions, occasions), {
    least: 1,
    most: postbackOccasions.length,
    what: 'triggers',
  }).transform((given) => postbackOccasions.filter((occasion) => given.includes(occasion))),
  ['first'],
);

const action = z
  .strictObject({
    idx: wholeNumber(1, actionsMax),
    label: recordName,
    enabled: on,
    payoutType: orElse(z.enum(payoutTypes), 'auto'),
    payoutFixed: orElse(amount.nullable(), null),
    costType: orElse(z.enum(costTypes), 'none'),
    costFixed: orElse(amount.nullable(), null),
    costShare: orElse(share.nullable(), null),
    postbackUrl: z
      .string()
      .trim()
      .max(2_048, 'must have at most 2048 characters')
      .nullish()
      .transform((text) => (text === undefined || text === '' ? null : text)),
    postbackEnabled: on,
    postbackOn,
    postbackMethod: orElse(postbackMethod, defaultPostbackRequest.postbackMethod),
    postbackHeaders: orElse(postbackHeaders, []),
    postbackBody: orElse(postbackBody, null),
    postbackSuccessText: orElse(postbackSuccessText, null),
    storeValue: off,
    isConversion: on,
    affectsCost: off,
    affectsRevenue: on,
    from: orElse(z.enum(actionSenders), 'network'),
  })
  .superRefine(refuseStrayAmounts)
  .superRefine(refuseStrayRequest);

const rule = z.strictObject({
  id: recordId.nullish(),
  /** Accepted because responses contain `priority`, but ignored: the position in the list determines the priority. */
  priority: z.unknown().optional(),
  enabled: on,
  label: recordName,
  conditions: goalConditions,
  actions: listOf(action, { least: 1, most: actionsMax, what: 'actions' }).superRefine(
    refuseRepeats('idx', 'is already used in this rule'),
  ),
});

export const goalRulesInput = z
  .strictObject({
    rules: listOf(rule, { least: 0, most: goalRulesMax, what: 'rules' }).superRefine(
      refuseRepeats('id', 'is already in the list'),
    ),
  })
  .meta({
    id: 'GoalRulesInput',
    description: 'All of the campaign’s goal rules. Omitted rules are removed.',
  });
export type GoalRulesInput = z.output<typeof goalRulesInput>;

const amountsOfTypes = [
  { type: 'payoutType', value: 'fixed', amount: 'payoutFixed' },
  { type: 'costType', value: 'fixed', amount: 'costFixed' },
  { type: 'costType', value: 'share', amount: 'costShare' },
] as const;
type Priced = {
  payoutType: (typeof payoutTypes)[number];
  costType: (typeof costTypes)[number];
} & Record<(typeof amountsOfTypes)[number]['amount'], number | null>;

/**
 * Requires an amount if the type uses one, and rejects it otherwise, because an unused amount could take effect when
 * the type changes.
 */
function refuseStrayAmounts(priced: Priced, context: z.core.$RefinementCtx): void {
  for (const { type, value, amount: name } of amountsOfTypes) {
    const isWanted = priced[type] === value;
    if (isWanted === (priced[name] !== null)) continue;
    const message = isWanted
      ? `is required if ${type} is ${value}`
      : `must be null unless ${type} is ${value}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/**
 * Rejects a method, headers or body without a URL, because they apply only to a URL that is set on the action.
 * Postbacks to the campaign's URL always use GET, and the traffic source has its own method, headers and body.
 */
function refuseStrayRequest(
  given: PostbackRequest & { postbackUrl: string | null },
  context: z.core.$RefinementCtx,
): void {
  const { postbackUrl, postbackMethod: method, postbackHeaders: headers } = given;
  const hasTexts = given.postbackBody !== null || given.postbackSuccessText !== null;
  if (postbackUrl !== null || (method === 'GET' && headers.length === 0 && !hasTexts)) return;
  const message = 'is required with postbackMethod, postbackHeaders, postbackBody or postbackSuccessText';
  context.addIssue({ code: 'custom', path: ['postbackUrl'], message });
}
