import { describe, expect, it } from 'vitest';
import { rotatorFields } from '../conditions/conditions.ts';
import { evaluationInput } from './evaluation.ts';

function issuesOf(input: unknown): string[] {
  const { error } = evaluationInput.safeParse(input);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('evaluationInput', () => {
  it('accepts an empty input', () => {
    expect(evaluationInput.parse({})).toEqual({});
    expect(
      issuesOf({ visitor: null, params: null, time: null, unique: null, campaignId: null, draft: null }),
    ).toEqual([]);
  });

  it('accepts every rotator field except derived ones', () => {
    const named = new Set(
      Object.keys(rotatorFields).filter((name) => issuesOf({ visitor: { [name]: null } }).length === 0),
    );
    const others = Object.keys(rotatorFields).filter((name) => !named.has(name));
    expect(others).toEqual(['param.NAME', 'weekday', 'hourOfDay', 'date', 'unique']);
  });

  it('normalizes values in the same way as conditions', () => {
    const visitor = {
      country: 'de',
      continent: 'eu',
      deviceType: 'Mobile',
      connectionType: 'UNKNOWN',
      asn: 'unknown',
    };
    expect(evaluationInput.parse({ visitor }).visitor).toEqual({
      country: 'DE',
      continent: 'EU',
      deviceType: 'mobile',
      connectionType: 'unknown',
      asn: 'unknown',
    });
  });

  it.each([
    [
      { visitor: { country: 'ß' } },
      'visitor.country: must be an ISO 3166-1 country code such as DE, or unknown',
    ],
    [{ visitor: { asn: 1.5 } }, 'visitor.asn: must be a whole number or unknown'],
    [{ visitor: { ip: '10.0.0.0/8' } }, 'visitor.ip: must be an IP address'],
    [{ visitor: { bot: 1 } }, 'visitor.bot: must be true or false'],
    [{ visitor: { campaign: 'x' } }, 'visitor.campaign: must be a UUID'],
    [{ visitor: { userAgent: 'x'.repeat(2_049) } }, 'visitor.userAgent: must have at most 2048 characters'],
    [
      { params: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, ''])) },
      'params: must have at most 100 parameters',
    ],
    [{ time: '2026-12-31' }, 'time: must be a timestamp such as 2026-12-31T23:00:00Z'],
  ])('reports "$1" for $0', (input, issue) => {
    expect(issuesOf(input)).toEqual([issue]);
  });
});
