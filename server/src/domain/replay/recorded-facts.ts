import { parameterOf, type ConditionTree } from '@waypost/contract/conditions.ts';
import {
  attributeDescriptions,
  tokenNames,
  visitAttributeNames,
  type VisitAttribute,
} from '@waypost/contract/visit-attributes.ts';
import { listFields, type ConditionFacts, type FactField, type FactValue } from '../conditions/index.ts';
import { continentOf } from '../continent-of.ts';
import type { CampaignDocument } from '../publishing/campaign-document.ts';
import type { DecidedVisit } from './decided-visit.ts';

/** By the name of a parameter: where its value was recorded. */
type RecordedParams = ReadonlyMap<string, VisitAttribute>;

/** What of a link is recorded: the tokens of its source, and its click id. */
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

/** What has to be read of visits so that these conditions can be asked again. */
export function attributesAsked(
  conditions: readonly (ConditionTree | null)[],
  params: Iterable<RecordedParams>,
): VisitAttribute[] {
  const fields = new Set(conditions.flatMap((tree) => (tree === null ? [] : listFields(tree))));
  const asked = new Set<VisitAttribute>();
  for (const field of fields) {
    const attribute = byCondition.get(field === 'continent' ? 'country' : field);
    if (attribute !== undefined) asked.add(attribute);
    if (field === 'datacenter') asked.add('connectionType');
  }
  const names = [...fields].flatMap((field) => parameterOf(field) ?? []);
  for (const known of params)
    for (const name of names) {
      const attribute = known.get(name);
      if (attribute !== undefined) asked.add(attribute);
    }
  return [...asked];
}

/** What is known by something else that was recorded. */
const derived = new Map<FactField, (visit: DecidedVisit) => FactValue | undefined>([
  ['bot', ({ isBot }) => isBot],
  ['prefetch', ({ isPrefetch }) => isPrefetch],
  ['campaign', ({ campaignId }) => campaignId],
  ['datacenter', ({ values }) => values.connectionType === 'hosting'],
  ['continent', ({ values }) => continentOf(values.country ?? '')],
]);

const noParams: RecordedParams = new Map();

/**
 * What conditions ask, answered from what was recorded of one visit after the other. What is asked for and was not
 * recorded is told: whoever decides by it would be guessing.
 */
export class RecordedFacts implements ConditionFacts {
  /** The first field that was asked for and is not known of this visit, though the runtime knew it. */
  unrecorded: string | undefined;
  readonly #hasAddresses: boolean;
  readonly #paramsOf: ReadonlyMap<string, RecordedParams>;
  #visit: DecidedVisit | undefined;

  /** `hasAddresses`: whether whole addresses were recorded, not only networks. Parameters by the ids of campaigns. */
  constructor(hasAddresses: boolean, paramsOf: ReadonlyMap<string, RecordedParams>) {
    this.#hasAddresses = hasAddresses;
    this.#paramsOf = paramsOf;
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
    if (field === 'ip' && !this.#hasAddresses) this.unrecorded ??= field;
    const visit = this.#visit;
    const read = derived.get(field);
    return read === undefined || visit === undefined ? this.#read(byCondition.get(field)) : read(visit);
  }

  #read(attribute: VisitAttribute | undefined): FactValue | undefined {
    const value = attribute === undefined ? undefined : this.#visit?.values[attribute];
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  }

  param(name: string): string | undefined {
    const attribute = (this.#paramsOf.get(this.#visit?.campaignId ?? '') ?? noParams).get(name);
    if (attribute === undefined) this.unrecorded ??= `param.${name}`;
    const value = this.#read(attribute);
    return value === undefined ? undefined : String(value);
  }

  /** Only that somebody was new to the campaign, within its own window, is recorded. */
  isUnique(scope: string, windowHours: number | undefined): boolean {
    if (scope !== 'campaign' || windowHours !== undefined) this.unrecorded ??= 'unique';
    return this.#visit?.isUnique === true;
  }
}
