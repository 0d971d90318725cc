import { z } from 'zod';
import { pathCaps } from '../campaigns/caps.ts';
import { rotatorConditions } from '../conditions/conditions.ts';
import { listOf, orElse, refuseRepeats } from '../values/lists.ts';
import { ignoredField, recordId } from '../api/records.ts';
import { recordName } from '../values/text.ts';
import { wholeNumber } from '../values/whole-number.ts';

const pathsMax = 100;
const rulesMax = 100;
const rulePathsMax = 50;
const poolItemsMax = 200;
const weightMax = 1_000_000;
export const defaultWeight = 100;

const pathReference = z
  .string()
  .max(64, 'must have at most 64 characters')
  .refine(
    (text) => isNewPath(text) || recordId.safeParse(text).success,
    'must be a UUID, or start with new- for a new path',
  )
  .transform((text) => (isNewPath(text) ? text : text.toLowerCase()));

const weight = orElse(wholeNumber(0, weightMax), defaultWeight);
const enabled = orElse(z.boolean(), true);

const landingItem = z.strictObject({ landingId: recordId, weight, enabled });
const offerItem = z.strictObject({ offerId: recordId, weight, enabled });
const rulePath = z.strictObject({ pathId: pathReference, weight });

const path = z
  .strictObject({
    id: pathReference.nullish(),
    name: recordName,
    enabled,
    blocks: orElse(z.boolean(), false),
    caps: orElse(pathCaps, []),
    landings: orElse(
      listOf(landingItem, { least: 0, most: poolItemsMax, what: 'landing pages' })
        .superRefine(refuseRepeats('landingId', 'is already in this path'))
        .superRefine(refuseWeightless('must have at least one enabled entry with a weight above 0')),
      [],
    ),
    offers: orElse(
      listOf(offerItem, { least: 0, most: poolItemsMax, what: 'offers' })
        .superRefine(refuseRepeats('offerId', 'is already in this path'))
        .superRefine(refuseWeightless('must have at least one enabled entry with a weight above 0')),
      [],
    ),
  })
  .superRefine(refuseBlockedPools);

const rule = z.strictObject({
  id: recordId.nullish(),
  /** Accepted because responses contain `priority`, but ignored: the position in the list determines the priority. */
  priority: z.unknown().optional(),
  name: recordName,
  enabled,
  conditions: rotatorConditions,
  paths: listOf(rulePath, { least: 1, most: rulePathsMax, what: 'paths' })
    .superRefine(refuseRepeats('pathId', 'is already in this rule'))
    .superRefine(refuseWeightless('must have at least one path with a weight above 0')),
});

const references = z.object({
  defaultPathId: pathReference,
  rules: z.array(z.object({ paths: z.array(z.object({ pathId: pathReference })) })),
  paths: z.array(z.object({ id: pathReference.nullish() })),
});

const routing = {
  defaultPathId: pathReference,
  rules: listOf(rule, { least: 0, most: rulesMax, what: 'rules' }).superRefine(
    refuseRepeats('id', 'is already in the list'),
  ),
  paths: listOf(path, { least: 1, most: pathsMax, what: 'paths' }).superRefine(
    refuseRepeats('id', 'is already in the list'),
  ),
};

// Path references are checked as soon as all of them can be read, even if other fields are invalid.
const whenReadable: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => references.safeParse(value).success,
};

/** Rules and paths as edited in the form. The version is left out, because it cannot be edited in the form. */
export const rotatorRoutingInput = z.strictObject(routing).superRefine(refuseUnknownPaths, whenReadable);

export const rotatorRulesInput = z
  .strictObject({
    /** Prevents overwriting changes that the caller has not seen. */
    version: z.int('must be the version that you last fetched'),
    ...routing,
    warnings: ignoredField,
  })
  .superRefine(refuseUnknownPaths, whenReadable)
  .meta({
    id: 'RotatorRulesInput',
    description:
      'All of the rotator’s rules and paths. Omitted rules and paths are removed. IDs of new paths start with new-.',
  });
export type RotatorRulesInput = z.output<typeof rotatorRulesInput>;

export function isNewPath(id: string): boolean {
  return id.startsWith('new-');
}

/**
 * Rejects a list in which every enabled entry has weight 0, because no entry could be selected. Lists that are empty or
 * have only disabled entries are accepted as intentional.
 */
function refuseWeightless(message: string) {
  return (items: readonly { weight: number; enabled?: boolean }[], context: z.core.$RefinementCtx): void => {
    const counted = items.filter((item) => item.enabled !== false);
    if (counted.length > 0 && counted.every((item) => item.weight === 0))
      context.addIssue({ code: 'custom', message });
  };
}

// A path that blocks has no other destination, so that it never routes differently than it shows.
function refuseBlockedPools(
  { blocks, ...pools }: { blocks: boolean } & Record<'caps' | 'landings' | 'offers', readonly unknown[]>,
  context: z.core.$RefinementCtx,
): void {
  if (!blocks) return;
  for (const name of ['caps', 'landings', 'offers'] as const)
    if (pools[name].length > 0)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must be empty if the path blocks visitors',
      });
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
