import { z } from 'zod';
import { conditionOperators, rotatorFields, unknownPlace, type ConditionField } from './conditions.ts';
import { parseAddress } from './conditions/address.ts';
import { conditionValue } from './conditions/leaf-values.ts';
import { countryCodes } from './country.ts';
import { recordId, timestamp } from './records.ts';
import { rotatorRulesInput } from './rotators/rules-input.ts';
import { savedWarnings } from './warnings.ts';

/** What can be said of a visitor by name: the time, the parameters and the past have fields of their own. */
export type VisitorField = Exclude<
  keyof typeof rotatorFields,
  'param.NAME' | 'unique' | 'weekday' | 'hourOfDay' | 'date'
>;
type VisitorValue = string | number | boolean;

const textMax = 2_048;
const paramsMax = 100;
const notSaidByName = new Set(['param.NAME', 'unique', 'weekday', 'hourOfDay', 'date']);

const text = z.string().max(textMax, `must have at most ${textMax} characters`);

const visitor = z
  .strictObject(
    Object.fromEntries(
      Object.entries(rotatorFields)
        .filter(([name]) => !notSaidByName.has(name))
        .map(([name, field]) => [name, visitorValue(field).nullish()]),
    ),
  )
  .meta({
    description:
      'What conditions look at, each by its name. Place and network follow from ip, device and bot from userAgent, referrerDomain from referrer, where they are not said themselves; what else is left out is not known.',
  })
  .transform((given) => given as Partial<Record<VisitorField, VisitorValue | null>>);

const params = z
  .record(z.string().max(120, 'must have at most 120 characters'), text)
  .refine((given) => Object.keys(given).length <= paramsMax, `must hold at most ${paramsMax} parameters`)
  .meta({ description: 'The parameters of the link, for param.NAME and for the tokens of the source.' });

const isUnique = z.boolean().nullish();

/** A visit that did not happen. */
export const evaluationInput = z
  .strictObject({
    visitor: visitor.nullish(),
    params: params.nullish(),
    time: z.iso
      .datetime({ offset: true, error: 'must be a moment such as 2026-12-31T23:00:00Z' })
      .meta({ description: 'When the visit is; now where it is left out.' })
      .nullish(),
    unique: z
      .strictObject({ campaign: isUnique, path: isUnique, workspace: isUnique })
      .meta({ description: 'Whether the visitor is new to each; new where it is left out.' })
      .nullish(),
    campaignId: recordId
      .meta({ description: 'The campaign that the visit is of: its source says what the parameters mean.' })
      .nullish(),
    earlier: z
      .strictObject({
        pathId: recordId.nullish(),
        landingId: recordId.nullish(),
        offerId: recordId.nullish(),
      })
      .meta({
        description:
          'What a visitor who comes again had when last here, within the days of the rotator: kept as far as its settings say so.',
      })
      .nullish(),
    draft: rotatorRulesInput.nullish(),
  })
  .meta({
    id: 'EvaluationInput',
    description: 'A visit that did not happen, and rules to try instead of those that are saved.',
  });
/** There are no saved rules of a rotator that is not there yet. */
export const newEvaluationInput = evaluationInput.extend({ draft: rotatorRulesInput }).meta({
  id: 'NewEvaluationInput',
  description: 'A visit that did not happen, and rules of a new rotator.',
});
export type EvaluationInput = z.output<typeof evaluationInput>;

const share = z.number().min(0).max(100).meta({ description: 'Percent, to four decimals.' });
const draftId = z.string().meta({ description: 'Of something new in a draft: it begins with new-.' });

/** Reasons why a condition of a recorded visit can't be evaluated. */
const unknownReasons = ['not-recorded', 'hidden'] as const;
export type UnknownReason = (typeof unknownReasons)[number];

const evaluatedLeaf = z.strictObject({
  path: z
    .array(z.union([z.string(), z.int()]))
    .meta({ description: 'Where in the tree of conditions it is.' }),
  field: z.string(),
  op: z.enum(conditionOperators),
  values: z.array(conditionValue).readonly(),
  timezone: z.string().optional(),
  windowHours: z.int().optional(),
  input: conditionValue.nullable().meta({ description: 'What it looked at; null where nothing was known.' }),
  result: z.boolean().nullable().meta({ description: 'Null if the value is unknown.' }),
  unknown: z.enum(unknownReasons).optional().meta({
    description:
      'Only for recorded visits. not-recorded: Waypost does not store the value. hidden: you may not read personal data.',
  }),
});

const evaluatedRule = z.strictObject({
  id: draftId,
  priority: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  holds: z.boolean().nullable().meta({ description: 'Null if it depends on an unknown value.' }),
  wins: z.boolean(),
  isServed: z.boolean().meta({ description: 'False where it is switched off, or all of its paths are.' }),
  leaves: z.array(evaluatedLeaf),
});

const evaluationState = z.enum(['served', 'disabled', 'archived', 'weightless', 'full']).meta({
  description:
    'Why it gets no visitors, or that it does; full: it has reached a cap now, whenever the visit is.',
});

const isKept = z
  .boolean()
  .meta({ description: 'Whether the visitor had it when last here, and so gets it again.' });

const evaluatedMacro = z
  .strictObject({
    macro: z.string().meta({ description: 'As it is written, with its braces.' }),
    value: z.string().meta({ description: 'What it becomes, before it is encoded for a URL.' }),
    state: z.enum(['filled', 'empty', 'unknown']).meta({
      description:
        'Empty: nothing is known for it; unknown: it is no macro, and nothing is put in its place.',
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
      description: 'With its macros filled for this visit and a made-up click id; null where that fails.',
    }),
    template: z.string().meta({ description: 'The URL before, with the parameter for the click id.' }),
    macros: z.array(evaluatedMacro).meta({ description: 'Each that the template has, once.' }),
  })
  .meta({ id: 'EvaluatedItem' });

const evaluatedOffer = evaluatedItem
  .extend({
    link: z.int().nullable().meta({
      description: 'Its place among those that links of landing pages can name: /go/2 is the second.',
    }),
    overflowOfferId: z
      .uuid()
      .nullable()
      .meta({ description: 'Where those who drew it go instead, since it is full and that one is not.' }),
  })
  .meta({ id: 'EvaluatedOffer' });

const evaluatedPath = z.strictObject({
  id: draftId,
  name: z.string(),
  share,
  state: evaluationState,
  isKept,
  outcome: z.enum(['landing', 'offer', 'empty-path', 'all-capped']).meta({
    description:
      'What its visitors see first; an empty one, and one whose offers are all full, sends them to the fallback.',
  }),
  landings: z.array(evaluatedItem),
  offers: z.array(evaluatedOffer),
});

/** What would happen with a visit, and why. */
export const evaluation = z
  .strictObject({
    time: timestamp,
    timezone: z.string().meta({ description: 'Of the workspace: where conditions name none, they use it.' }),
    clickId: z.string().meta({ description: 'The made-up one in the URLs.' }),
    rotatorVersion: z
      .int()
      .nullable()
      .meta({ description: 'The version of the rotator whose rules these are; null for a draft.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why these rules could not be published; there are no paths then.' }),
    ruleId: draftId.nullable().meta({ description: 'The rule that wins; null for the default path.' }),
    rules: z.array(evaluatedRule).meta({ description: 'All of them, by priority.' }),
    paths: z.array(evaluatedPath).meta({ description: 'Those of the winning rule, or the default path.' }),
    ...savedWarnings,
  })
  .meta({ id: 'Evaluation' });
export type Evaluation = z.infer<typeof evaluation>;

function visitorValue(field: ConditionField): z.ZodType<VisitorValue> {
  switch (field.kind) {
    case 'boolean':
      return z.boolean('must be true or false');
    case 'number':
      return z.union([z.int(), z.literal(unknownPlace)], `must be a whole number or ${unknownPlace}`);
    case 'country':
      return oneOf(
        [...countryCodes, unknownPlace],
        `must be a country code of ISO 3166-1, such as DE, or ${unknownPlace}`,
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

/** In any case; conditions compare without regard to it too. */
function oneOf(choices: readonly string[], message: string): z.ZodType<string> {
  const bySpelling = new Map(choices.map((name) => [name.toLowerCase(), name]));
  return z
    .string(message)
    .trim()
    .transform((value) => bySpelling.get(value.toLowerCase()) ?? value)
    .pipe(z.enum(choices, message));
}
