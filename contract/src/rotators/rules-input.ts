import { z } from 'zod';
import { pathCaps } from '../caps.ts';
import { rotatorConditions } from '../conditions.ts';
import { listOf, orElse, refuseRepeats } from '../lists.ts';
import { ignoredField, recordId } from '../records.ts';
import { recordName } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';

const pathsMax = 100;
const rulesMax = 100;
const rulePathsMax = 50;
const poolItemsMax = 200;
const weightMax = 1_000_000;
export const defaultWeight = 100;

/** A path that exists, or the name under which the input speaks of one that is new. */
const pathReference = z
  .string()
  .max(64, 'must have at most 64 characters')
  .refine(
    (text) => isNewPath(text) || recordId.safeParse(text).success,
    'must be an id of 36 characters, or begin with new- for a new path',
  )
  .transform((text) => (isNewPath(text) ? text : text.toLowerCase()));

const weight = orElse(wholeNumber(0, weightMax), defaultWeight);
const enabled = orElse(z.boolean(), true);

const landingItem = z.strictObject({ landingId: recordId, weight, enabled });
const offerItem = z.strictObject({ offerId: recordId, weight, enabled });
const rulePath = z.strictObject({ pathId: pathReference, weight });

const path = z.strictObject({
  id: pathReference.nullish(),
  name: recordName,
  enabled,
  caps: orElse(pathCaps, []),
  landings: orElse(
    listOf(landingItem, { least: 0, most: poolItemsMax, what: 'landings' })
      .superRefine(refuseRepeats('landingId', 'is in this pool already'))
      .superRefine(refuseWeightless('must give one that is enabled a weight above 0')),
    [],
  ),
  offers: orElse(
    listOf(offerItem, { least: 0, most: poolItemsMax, what: 'offers' })
      .superRefine(refuseRepeats('offerId', 'is in this pool already'))
      .superRefine(refuseWeightless('must give one that is enabled a weight above 0')),
    [],
  ),
});

const rule = z.strictObject({
  id: recordId.nullish(),
  /** The place in the list counts; it is known here because reads answer it. */
  priority: z.unknown().optional(),
  name: recordName,
  enabled,
  conditions: rotatorConditions,
  paths: listOf(rulePath, { least: 1, most: rulePathsMax, what: 'paths' })
    .superRefine(refuseRepeats('pathId', 'is in this rule already'))
    .superRefine(refuseWeightless('must give one a weight above 0')),
});

const references = z.object({
  defaultPathId: pathReference,
  rules: z.array(z.object({ paths: z.array(z.object({ pathId: pathReference })) })),
  paths: z.array(z.object({ id: pathReference.nullish() })),
});

const routing = {
  defaultPathId: pathReference,
  rules: listOf(rule, { least: 0, most: rulesMax, what: 'rules' }).superRefine(
    refuseRepeats('id', 'is in the list already'),
  ),
  paths: listOf(path, { least: 1, most: pathsMax, what: 'paths' }).superRefine(
    refuseRepeats('id', 'is in the list already'),
  ),
};

// Looked up as soon as all references can be read, whatever else is wrong.
const whenReadable: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => references.safeParse(value).success,
};

/** What a form of the routing holds: the version is known to who sends it. */
export const rotatorRoutingInput = z.strictObject(routing).superRefine(refuseUnknownPaths, whenReadable);

/** The whole of a rotator's routing as it is saved, in the shape of its read; what is left out of it is removed. */
export const rotatorRulesInput = z
  .strictObject({
    /** That it was made on: nobody overwrites what they have not seen. */
    version: z.int('must be the version that was read'),
    ...routing,
    /** What a save answers may come back with the next one. */
    warnings: ignoredField,
  })
  .superRefine(refuseUnknownPaths, whenReadable)
  .meta({
    id: 'RotatorRulesInput',
    description:
      'In the shape of their read; what is left out of it is removed. The ids of new paths begin with new-.',
  });
export type RotatorRulesInput = z.output<typeof rotatorRulesInput>;

export function isNewPath(id: string): boolean {
  return id.startsWith('new-');
}

/** Nothing could be picked from a list whose weights are all 0. An empty one, or one switched off, is as it is meant. */
function refuseWeightless(message: string) {
  return (items: readonly { weight: number; enabled?: boolean }[], context: z.core.$RefinementCtx): void => {
    const counted = items.filter((item) => item.enabled !== false);
    if (counted.length > 0 && counted.every((item) => item.weight === 0))
      context.addIssue({ code: 'custom', message });
  };
}

function refuseUnknownPaths(input: z.output<typeof references>, context: z.core.$RefinementCtx): void {
  const known = new Set(input.paths.map(({ id }) => id));
  const refuse = (id: string, at: (string | number)[]) => {
    if (!known.has(id)) context.addIssue({ code: 'custom', path: at, message: 'must be one of the paths' });
  };
  refuse(input.defaultPathId, ['defaultPathId']);
  for (const [index, { paths }] of input.rules.entries())
    for (const [at, { pathId }] of paths.entries()) refuse(pathId, ['rules', index, 'paths', at, 'pathId']);
}
