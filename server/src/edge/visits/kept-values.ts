import type { KeptValues } from '../visitor/source-values-cookie.ts';
import type { Visit } from './visit.ts';

/** The values of this visit that its landing click will want; undefined where there are none. */
export function keepValues(visit: Visit): KeptValues | undefined {
  const wanted = visit.campaign?.wantedValues ?? [];
  if (wanted.length === 0 || visit.route?.landing === null) return undefined;
  const values = new Map<string, string>();
  for (const name of wanted) {
    const value = readValue(visit, name);
    if (value !== undefined && value !== '') values.set(name, value);
  }
  return values.size === 0 ? undefined : values;
}

function readValue({ source, query, cost }: Visit, name: string): string | undefined {
  if (name.startsWith('param.')) return query.get(name.slice('param.'.length));
  if (name === 'externalid') return source.externalId;
  return name === 'cost' ? cost : source.tokens[Number(name.slice('token'.length)) - 1];
}

/** Gives a landing click what its visit said; the link of the click itself comes first. */
export function recallValues(visit: Visit, kept: KeptValues): void {
  const { source } = visit;
  visit.cost = kept.get('cost') ?? visit.cost;
  visit.setSource({
    externalId: source.externalId ?? kept.get('externalid'),
    cost: source.cost,
    tokens: Array.from({ length: 15 }, (_, at) => source.tokens[at] ?? kept.get(`token${at + 1}`)),
  });
  visit.keptValues = kept;
}
