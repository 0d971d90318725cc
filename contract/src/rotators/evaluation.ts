import { z } from 'zod';
import { rotatorFields } from '../conditions/fields.ts';
import { parseAddress } from '../ip-addresses/parse-address.ts';
import { conditionValue } from '../conditions/leaf-values.ts';
import { countryCodes } from '../values/country.ts';
import { recordId, timestamp } from '../api/records.ts';
import { rotatorRulesInput } from './rules-input.ts';
import { savedWarnings } from '../campaigns/warnings.ts';
import { conditionOperators, unknownLocation, type ConditionField } from '../visits/field-kinds.ts';

const separateInputs = ['param.NAME', 'unique', 'weekday', 'hourOfDay', 'date'] as const;
/**
 * Condition fields whose values are given in `visitor`. The time, the parameters and uniqueness are separate inputs.
 */
export type VisitorField = Exclude<keyof typeof rotatorFields, (typeof separateInputs)[number]>;
type VisitorValue = string | number | boolean;

const textMax = 2_048;
const paramsMax = 100;

const text = z.string().max(textMax, `must have at most ${textMax} characters`);

const visitor = z
  .strictObject(
    Object.fromEntries(
      Object.entries(rotatorFields)
        .filter(([name]) => !separateInputs.some((separate) => separate === name))
        .map(([name, field]) => [name, visitorValue(field).nullish()]),
    ),
  )
  .meta({
    description:
      'Attribute values by condition field. Unless given, location and network are looked up from ip, device and bot from userAgent, and referrerDomain from referrer. Other omitted fields are unknown.',
  })
  .transform((given) => given as Partial<Record<VisitorField, VisitorValue | null>>);

const params = z
  .record(z.string().max(120, 'must have at most 120 characters'), text)
  .refine((given) => Object.keys(given).length <= paramsMax, `must have at most ${paramsMax} parameters`)
  .meta({
    description: 'Query parameters in the link, for param.NAME and the traffic source’s tokens.',
  });

const isUnique = z.boolean().nullish();

export const evaluationInput = z
  .strictObject({
    visitor: visitor.nullish(),
    params: params.nullish(),
    time: z.iso
      .datetime({ offset: true, error: 'must be a timestamp such as 2026-12-31T23:00:00Z' })
      .meta({ description: 'Time of the visit. Default: now.' })
      .nullish(),
    unique: z
      .strictObject({ campaign: isUnique, path: isUnique, workspace: isUnique })
      .meta({ description: 'True if the visitor is new in this scope. Default: true.' })
      .nullish(),
    campaignId: recordId
      .meta({
        description: 'Campaign of the visit. Its traffic source defines the meaning of the parameters.',
      })
      .nullish(),
    earlier: z
      .strictObject({
        pathId: recordId.nullish(),
        landingId: recordId.nullish(),
        offerId: recordId.nullish(),
      })
      .meta({
        description:
          'Path, landing page and offer of the visitor’s previous visit, used if the rotator is sticky.',
      })
      .nullish(),
    draft: rotatorRulesInput.nullish(),
  })
  .meta({
    id: 'EvaluationInput',
    description: 'A hypothetical visit and, optionally, rules to evaluate instead of the saved ones.',
  });
/** Input for a rotator that is not saved yet. A draft is required because such a rotator has no saved rules. */
export const newEvaluationInput = evaluationInput.extend({ draft: rotatorRulesInput }).meta({
  id: 'NewEvaluationInput',
  description: 'A hypothetical visit and the rules of a new rotator.',
});
export type EvaluationInput = z.output<typeof evaluationInput>;

const share = z.number().min(0).max(100).meta({ description: 'Percentage with four decimals.' });
const draftId = z.string().meta({ description: 'ID. New items in a draft have IDs that start with new-.' });

const unknownReasons = ['not-recorded', 'hidden'] as const;
export type UnknownReason = (typeof unknownReasons)[number];

const evaluatedLeaf = z.strictObject({
  path: z.array(z.union([z.string(), z.int()])).meta({ description: 'Position in the condition tree.' }),
  field: z.string(),
  op: z.enum(conditionOperators),
  values: z.array(conditionValue).readonly(),
  timezone: z.string().optional(),
  windowHours: z.int().optional(),
  input: conditionValue
    .nullable()
    .meta({ description: 'The visit’s value for this field. Null if unknown.' }),
  result: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the condition matches. Null if the value is unknown.' }),
  unknown: z.enum(unknownReasons).optional().meta({
    description:
      'Why the value is unknown. Only for recorded visits. not-recorded: Waypost does not store the value. hidden: you do not have permission to view personal data.',
  }),
});

const evaluatedRule = z.strictObject({
  id: draftId,
  priority: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  holds: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the rule matches. Null if this depends on an unknown value.' }),
  wins: z.boolean(),
  isServed: z.boolean().meta({ description: 'False if the rule or all of its paths are disabled.' }),
  leaves: z.array(evaluatedLeaf),
});

const evaluationState = z.enum(['served', 'disabled', 'archived', 'weightless', 'full']).meta({
  description:
    'served: receives visits. Any other value is the reason why it does not. full: a cap is reached now, regardless of the time of the visit.',
});

const isKept = z.boolean().meta({ description: 'True if kept from the previous visit (sticky).' });

const evaluatedMacro = z
  .strictObject({
    macro: z.string().meta({ description: 'Macro with its braces.' }),
    value: z.string().meta({ description: 'Value before URL encoding.' }),
    state: z.enum(['filled', 'empty', 'unknown']).meta({
      description:
        'empty: the macro has no value for this visit. unknown: not a known macro; it is removed from the URL.',
    }),
  })
  .meta({ id: 'EvaluatedMacro' });

const evaluatedItem = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    share,
    state: evaluationState,
    isKept,
    url: z.string().nullable().meta({
      description:
        "URL with this visit's values in place of the macros, and with a sample click ID. Null if the URL cannot be built.",
    }),
    template: z.string().meta({ description: 'URL with macros and the click ID parameter.' }),
    macros: z.array(evaluatedMacro).meta({ description: 'Macros in the template, without duplicates.' }),
  })
  .meta({ id: 'EvaluatedItem' });

const evaluatedOffer = evaluatedItem
  .extend({
    link: z.int().nullable().meta({
      description: 'Number in landing page links: /go/2 leads to the offer with number 2.',
    }),
    overflowOfferId: z
      .uuid()
      .nullable()
      .meta({ description: 'Fallback offer that receives the visitors because this offer is full.' }),
  })
  .meta({ id: 'EvaluatedOffer' });

const evaluatedPath = z.strictObject({
  id: draftId,
  name: z.string(),
  share,
  state: evaluationState,
  isKept,
  outcome: z.enum(['landing', 'offer', 'blocked', 'empty-path', 'all-capped']).meta({
    description:
      'Where visitors are sent first. Blocked visitors get the block page. Empty paths and paths whose offers are all full lead to the fallback.',
  }),
  landings: z.array(evaluatedItem),
  offers: z.array(evaluatedOffer),
});

export const evaluation = z
  .strictObject({
    time: timestamp,
    timezone: z
      .string()
      .meta({ description: 'Workspace time zone, used by conditions that do not set their own.' }),
    clickId: z.string().meta({ description: 'Sample click ID in the URLs.' }),
    rotatorVersion: z
      .int()
      .nullable()
      .meta({ description: 'Version of the rotator whose rules were evaluated. Null for a draft.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why these rules cannot be published. If set, `paths` is empty.' }),
    ruleId: draftId.nullable().meta({ description: 'The matching rule. Null for the default path.' }),
    rules: z.array(evaluatedRule).meta({ description: 'All rules by priority.' }),
    paths: z.array(evaluatedPath).meta({ description: 'Paths of the matching rule, or the default path.' }),
    ...savedWarnings,
  })
  .meta({ id: 'Evaluation' });
export type Evaluation = z.infer<typeof evaluation>;

function visitorValue(field: ConditionField): z.ZodType<VisitorValue> {
  switch (field.kind) {
    case 'boolean':
      return z.boolean('must be true or false');
    case 'number':
      return z.union([z.int(), z.literal(unknownLocation)], `must be a whole number or ${unknownLocation}`);
    case 'country':
      return oneOf(
        [...countryCodes, unknownLocation],
        `must be an ISO 3166-1 country code such as DE, or ${unknownLocation}`,
      );
    case 'choice':
      return oneOf(field.choices ?? [], `must be one of ${field.choices?.join(', ')}`);
    case 'id':
      return recordId;
    case 'address':
      return text.refine((value) => parseAddress(value) !== undefined, 'must be an IP address');
    case 'text':
    case 'version':
    case 'weekday':
    case 'hour':
    case 'date':
    case 'unique':
      return text;
  }
}

/** Accepts one of the choices in upper or lower case, because conditions ignore case. */
function oneOf(choices: readonly string[], message: string): z.ZodType<string> {
  const bySpelling = new Map(choices.map((name) => [name.toLowerCase(), name]));
  return z
    .string(message)
    .trim()
    .transform((value) => bySpelling.get(value.toLowerCase()) ?? value)
    .pipe(z.enum(choices, message));
}
