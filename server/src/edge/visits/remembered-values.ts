import { allParameters } from '../snapshot/required-values.ts';
import type { KeptValues, NamedValues } from '../visitor/source-values-cookie.ts';
import type { Visit } from './visit.ts';

/** Collects the visit's values that the offer URLs need later, when the visitor clicks on the landing page. */
export function collectValues(visit: Visit): NamedValues | undefined {
  const required = visit.campaign?.requiredValues ?? [];
  if (required.length === 0 || visit.route?.landing === null) return undefined;
  const values: [name: string, value: string][] = [];
  for (const name of required) {
    const value = readValue(visit, name);
    if (value !== undefined && value !== '') values.push([name, value]);
  }
  if (!required.includes(allParameters)) return values.length === 0 ? undefined : values;
  const all = new Map(values);
  for (const [name, value] of visit.query.entries()) all.set(`param.${name}`, value);
  return all.size === 0 ? undefined : all;
}

function readValue(visit: Visit, name: string): string | undefined {
  const { source, cost, classified } = visit;
  if (name === 'referrer') return classified.referrer;
  if (name === 'referrerdomain') return classified.referrerDomain;

  if (name.startsWith('param.')) return visit.param(name.slice('param.'.length));
  if (name === 'externalid') return source.externalId;
  if (name === 'cost') return cost === '0' ? undefined : cost;
  return source.tokens[Number(name.slice('token'.length)) - 1];
}

/** Restores the visit's values for a landing-page click. Values in the click's own link take precedence. */
export function restoreValues(visit: Visit, remembered: KeptValues): void {
  const { source } = visit;
  visit.cost = remembered.get('cost') ?? visit.cost;
  visit.setSource({
    externalId: source.externalId ?? remembered.get('externalid'),
    cost: source.cost,
    tokens: Array.from({ length: 15 }, (_, at) => source.tokens[at] ?? remembered.get(`token${at + 1}`)),
  });
  visit.rememberedValues = remembered;
}

/**
 * Returns the parameters to append to the destination: those of the link and, for a landing-page click, those of its
 * visit.
 */
export function passedParameters({
  query,
  rememberedValues,
  isClick,
}: Visit): Iterable<readonly [string, string]> {
  const own = query.entries();
  if (!isClick) return own;
  const remembered = [...(rememberedValues ?? [])].filter(([name]) => name.startsWith('param.'));
  return new Map([
    ...remembered.map(([name, value]) => [name.slice('param.'.length), value] as const),
    ...own,
  ]);
}
