import {
  parameterOf,
  type ConditionLeaf,
  type ConditionTree,
} from '@waypost/contract/conditions/conditions.ts';
import type { UnknownReason, VisitorField } from '@waypost/contract/rotators/evaluation.ts';
import type { AttributeConditions } from '@waypost/contract/visits/attribute-lists.ts';
import {
  attributeDescriptions,
  tokenNames,
  visitAttributeNames,
  type VisitAttribute,
} from '@waypost/contract/visits/visit-attributes.ts';
import { listFields, type ConditionFacts, type FactField, type FactValue } from '../conditions/index.ts';
import { findContinent } from '../find-continent.ts';
import type { CampaignDocument } from '../publishing/campaign-document.ts';
import type { DecidedVisit } from './decided-visit.ts';

type RecordedParams = ReadonlyMap<string, VisitAttribute>;

/** Returns the link parameters that are recorded: the source's tokens and its click ID. */
export function recordedParams({
  clickIdParam,
  tokens,
}: Pick<CampaignDocument['source'], 'clickIdParam' | 'tokens'>): RecordedParams {
  const named: [string, VisitAttribute][] =
    tokens.length === 0
      ? tokenNames.map((name) => [name, name])
      : tokens.map(({ index, param }) => [param, `token${index}` as VisitAttribute]);
  return new Map(clickIdParam === null ? named : [...named, [clickIdParam, 'externalId']]);
}

const byCondition = new Map<string, VisitAttribute>(
  visitAttributeNames.flatMap((name) => {
    const { condition } = attributeDescriptions[name];
    return condition === undefined ? [] : [[condition.name, name] as const];
  }),
);

// Fields of rotator conditions that are derived from other recorded values.
type DerivedField = Exclude<VisitorField, keyof AttributeConditions>;

type DerivedFact = {
  from?: VisitAttribute;
  read: (visit: DecidedVisit) => FactValue | undefined;
  isUnrecorded?: (visit: DecidedVisit) => boolean;
};

// This is an object and not a list, so that the compiler requires an entry for each new field.
const derivedFacts: Readonly<Record<DerivedField, DerivedFact>> = {
  bot: { read: ({ isBot }) => isBot },
  prefetch: { read: ({ isPrefetch }) => isPrefetch },
  campaign: { read: ({ campaignId }) => campaignId },
  datacenter: { from: 'connectionType', read: ({ values }) => values.connectionType === 'hosting' },
  continent: {
    from: 'country',
    read: ({ values }) => findContinent(values.country ?? ''),
    // For some addresses, GeoIP databases include a continent but no country, and only the country is recorded.
    isUnrecorded: ({ values }) => (values.country ?? '') === '',
  },
};
const derived = new Map<string, DerivedFact>(Object.entries(derivedFacts));

export function requiredAttributes(
  conditions: readonly (ConditionTree | null)[],
  params: Iterable<RecordedParams>,
): VisitAttribute[] {
  const fields = new Set(conditions.flatMap((tree) => (tree === null ? [] : listFields(tree))));
  const required = new Set<VisitAttribute>();
  for (const field of fields) {
    const attribute = derived.get(field)?.from ?? byCondition.get(field);
    if (attribute !== undefined) required.add(attribute);
  }
  const names = [...fields].flatMap((field) => parameterOf(field) ?? []);
  for (const known of params)
    for (const name of names) {
      const attribute = known.get(name);
      if (attribute !== undefined) required.add(attribute);
    }
  return [...required];
}

const noParams: RecordedParams = new Map();
const nothingHidden: ReadonlySet<VisitAttribute> = new Set();

type Recording = {
  hasAddresses: boolean;
  paramsOf: ReadonlyMap<string, RecordedParams>;
  /** Attributes that the caller may not see. Their values count as unknown. */
  hidden?: ReadonlySet<VisitAttribute>;
};

/**
 * Provides the facts of recorded visits, one visit at a time. Tracks reads of fields that are not recorded, because a
 * decision based on such a field would be a guess.
 */
export class RecordedFacts implements ConditionFacts {
  /**
   * The first field that was read although the edge had not recorded its value for this visit. The edge itself knew the
   * value.
   */
  unrecorded: string | undefined;
  readonly #recording: Recording;
  readonly #hidden: ReadonlySet<VisitAttribute>;
  #visit: DecidedVisit | undefined;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#hidden = recording.hidden ?? nothingHidden;
  }

  of(visit: DecidedVisit): this {
    this.#visit = visit;
    this.unrecorded = undefined;
    return this;
  }

  get timeMs(): number {
    return this.#visit?.timeMs ?? 0;
  }

  value(field: FactField): FactValue | undefined {
    const visit = this.#visit;
    if (visit === undefined || this.#whyUnknownField(field) !== undefined) return this.#noteUnknown(field);
    const fact = derived.get(field);
    return fact === undefined ? this.#read(byCondition.get(field)) : fact.read(visit);
  }

  param(name: string): string | undefined {
    const attribute = this.#attributeOf(name);
    if (this.#whyUnknownParam(attribute) !== undefined) return this.#noteUnknown(`param.${name}`);
    const value = this.#read(attribute);
    return value === undefined ? undefined : String(value);
  }

  /** Returns true if the visit was unique. The row records this only for the campaign's own window. */
  isUnique(scope: string, windowHours: number | undefined): boolean {
    if (!isRecordedScope(scope, windowHours)) this.#noteUnknown('unique');
    return this.#visit?.isUnique === true;
  }

  whyUnknown({ field, values, windowHours }: ConditionLeaf): UnknownReason | undefined {
    if (field === 'unique')
      return isRecordedScope(String(values[0]), windowHours) ? undefined : 'not-recorded';
    const parameter = parameterOf(field);
    return parameter === undefined
      ? this.#whyUnknownField(field)
      : this.#whyUnknownParam(this.#attributeOf(parameter));
  }

  #whyUnknownField(field: string): UnknownReason | undefined {
    if (field === 'ip' && !this.#recording.hasAddresses) return 'not-recorded';
    const fact = derived.get(field);
    const attribute = fact === undefined ? byCondition.get(field) : fact.from;
    if (attribute !== undefined && this.#hidden.has(attribute)) return 'hidden';
    const isMissing = this.#visit !== undefined && fact?.isUnrecorded?.(this.#visit) === true;
    return isMissing ? 'not-recorded' : undefined;
  }

  #whyUnknownParam(attribute: VisitAttribute | undefined): UnknownReason | undefined {
    if (attribute === undefined) return 'not-recorded';
    if (this.#hidden.has(attribute)) return 'hidden';
    // If a click ID was too long, the rules used its first part, but the row contains no part of it.
    return attribute === 'externalId' && this.#visit?.isClickIdCut === true ? 'not-recorded' : undefined;
  }

  #attributeOf(parameter: string): VisitAttribute | undefined {
    return (this.#recording.paramsOf.get(this.#visit?.campaignId ?? '') ?? noParams).get(parameter);
  }

  #read(attribute: VisitAttribute | undefined): FactValue | undefined {
    const value = attribute === undefined ? undefined : this.#visit?.values[attribute];
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  }

  #noteUnknown(field: string): undefined {
    this.unrecorded ??= field;
  }
}

function isRecordedScope(scope: string, windowHours: number | undefined): boolean {
  return scope === 'campaign' && windowHours === undefined;
}
