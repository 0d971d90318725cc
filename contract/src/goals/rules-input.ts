import { z } from 'zod';
import { goalConditions } from '../conditions.ts';
import { listOf, orElse, refuseRepeats } from '../lists.ts';
import { amount, share } from '../money.ts';
import {
  postbackBody,
  postbackHeaders,
  postbackMethod,
  defaultPostbackRequest,
  type PostbackRequest,
} from '../postback-requests.ts';
import { postbackOccasions } from '../postbacks.ts';
import { recordId } from '../records.ts';
import { recordName } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';

const goalRulesMax = 50;
export const actionsMax = 20;

/** The amount that came in, a fixed one, or none. */
export const payoutTypes = ['auto', 'fixed', 'none'] as const;
/** None, a fixed amount, or a share of the revenue. */
export const costTypes = ['none', 'fixed', 'share'] as const;
/** Whose events an action takes. Anybody who opens a page can send what the page would, so not pages' by default. */
export const actionSenders = ['network', 'page', 'both'] as const;

const on = orElse(z.boolean(), true);
const off = orElse(z.boolean(), false);

const occasions = `must be one of ${postbackOccasions.join(', ')}`;

/** In the order of the closed list, so that the same choice is the same value. */
const postbackOn = orElse(
  listOf(z.enum(postbackOccasions, occasions), {
    least: 1,
    most: postbackOccasions.length,
    what: 'occasions',
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
    /** Judged by the address policy besides. */
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
  /** The place in the list counts; it is known here because reads answer it. */
  priority: z.unknown().optional(),
  enabled: on,
  label: recordName,
  conditions: goalConditions,
  actions: listOf(action, { least: 1, most: actionsMax, what: 'actions' }).superRefine(
    refuseRepeats('idx', 'is in this rule already'),
  ),
});

/** All goal rules of a campaign as they are saved, in the shape of their read; what is left out is removed. */
export const goalRulesInput = z
  .strictObject({
    rules: listOf(rule, { least: 0, most: goalRulesMax, what: 'rules' }).superRefine(
      refuseRepeats('id', 'is in the list already'),
    ),
  })
  .meta({
    id: 'GoalRulesInput',
    description: 'In the shape of their read; what is left out of it is removed.',
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

/** An amount stands exactly where its type asks for it, so that none waits unseen for the type to change. */
function refuseStrayAmounts(priced: Priced, context: z.core.$RefinementCtx): void {
  for (const { type, value, amount: name } of amountsOfTypes) {
    const isWanted = priced[type] === value;
    if (isWanted === (priced[name] !== null)) continue;
    const message = isWanted
      ? `must be given where ${type} is ${value}`
      : `must be null where ${type} is not ${value}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

/** How to call belongs to the address that is called: those of the campaign and of the source bring their own. */
function refuseStrayRequest(
  given: PostbackRequest & { postbackUrl: string | null },
  context: z.core.$RefinementCtx,
): void {
  const { postbackUrl, postbackMethod: method, postbackHeaders: headers, postbackBody: body } = given;
  if (postbackUrl !== null || (method === 'GET' && headers.length === 0 && body === null)) return;
  const message = 'must be given where postbackMethod, postbackHeaders or postbackBody are';
  context.addIssue({ code: 'custom', path: ['postbackUrl'], message });
}
