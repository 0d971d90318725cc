import { describe, expect, it } from 'vitest';
import { WaypostApiError } from '../../../../client/waypost-panel-client.ts';
import { nameError, saveRecord } from './save-record.ts';

type Offer = { version: number; name: string; url: string; status: string };
type OfferValues = { name: string; url: string };

const base: OfferValues = { name: 'Spring', url: 'https://a.example' };
const offer: Offer = { ...base, version: 3, status: 'active' };

function refusal(details: Record<string, unknown>): WaypostApiError {
  const error = { code: 'CONFLICT' as const, message: 'changed', details };
  return new WaypostApiError(new Response(null, { status: 409 }), { ok: false, error, requestId: 'r' });
}
const staleWith = (change: Partial<Offer>) =>
  refusal({ reason: 'stale', current: { ...offer, version: 7, ...change } });

/**
 * Saves a changed name. The server sends the given responses in order. Returns the bodies and queries that the server
 * received.
 */
function saving({
  answers = [offer],
  values = { ...base, name: 'Summer' },
  version = 3,
  isWhole,
}: {
  answers?: (Offer | Error)[];
  values?: OfferValues;
  version?: number | undefined;
  isWhole?: true;
}) {
  const sent: [body: object, query: object][] = [];
  return {
    sent,
    saving: {
      formSchema: { read: ({ name, url }: Offer): OfferValues => ({ name, url }) },
      state: { version, base, values },
      body: { ...values },
      isWhole,
      save: (body: object, query: object) => {
        const answer = answers[sent.length] ?? new Error('unexpected save');
        sent.push([body, query]);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
  };
}

describe('saveRecord', () => {
  it('sends the changed fields with the version on which they are based', async () => {
    const { saving: request, sent } = saving({});
    expect(await saveRecord(request, false)).toBe(offer);
    expect(sent).toEqual([[{ name: 'Summer', version: 3 }, {}]]);
  });

  it('sends all fields and no version for a new record', async () => {
    const { saving: request, sent } = saving({});
    await saveRecord({ ...request, state: { ...request.state, version: undefined } }, false);
    expect(sent).toEqual([[{ name: 'Summer', url: 'https://a.example' }, {}]]);
  });

  it('sends all fields of a record whose API removes fields that are left out', async () => {
    const { saving: request, sent } = saving({ isWhole: true });
    await saveRecord(request, false);
    expect(sent).toEqual([[{ name: 'Summer', url: 'https://a.example', version: 3 }, {}]]);
  });

  it('asks the server to accept unknown macros if the user chose to save anyway', async () => {
    const { saving: request, sent } = saving({});
    await saveRecord(request, true);
    expect(sent.map(([, query]) => query)).toEqual([{ acceptUnknownMacros: '1' }]);
  });

  it('repeats the save with the newer version if someone else changed only other fields', async () => {
    const { saving: request, sent } = saving({ answers: [staleWith({ status: 'paused' }), offer] });
    expect(await saveRecord(request, true)).toBe(offer);
    expect(sent).toEqual([
      [{ name: 'Summer', version: 3 }, { acceptUnknownMacros: '1' }],
      [{ name: 'Summer', version: 7 }, { acceptUnknownMacros: '1' }],
    ]);
  });

  it('repeats the save if someone else made the same change', async () => {
    const { saving: request, sent } = saving({ answers: [staleWith({ name: 'Summer' }), offer] });
    await saveRecord(request, false);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['the same field', { name: 'Autumn' }],
    ['another field of the form', { url: 'https://b.example' }],
  ])('does not overwrite a change that someone else made to %s', async (_, change) => {
    const stale = staleWith(change);
    const { saving: request, sent } = saving({ answers: [stale, offer] });
    await expect(saveRecord(request, false)).rejects.toBe(stale);
    expect(sent).toHaveLength(1);
  });

  it('gives up if the record changes again during the second save', async () => {
    const again = staleWith({ version: 8 });
    const { saving: request, sent } = saving({ answers: [staleWith({}), again, offer] });
    await expect(saveRecord(request, false)).rejects.toBe(again);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['is invalid', refusal({ issues: [{ path: 'name', message: 'is taken' }] })],
    ['is stale, without the current record', refusal({ reason: 'stale' })],
    ['was lost', new TypeError('failed')],
  ])('does not repeat a save that %s', async (_, error) => {
    const { saving: request, sent } = saving({ answers: [error, offer] });
    await expect(saveRecord(request, false)).rejects.toBe(error);
    expect(sent).toHaveLength(1);
  });
});

it.each([
  ['name', 'Is too long', 'Name: Is too long.'],
  ['name', 'Is too long!', 'Name: Is too long!'],
  ['rules.0.paths', 'Is empty', 'Rules: Is empty.'],
  ['other.0', 'Is unknown', 'other.0: Is unknown.'],
])('nameError writes an error at %s as a sentence: %s', (path, message, sentence) => {
  expect(nameError({ name: 'Name', rules: 'Rules' }, { path, message })).toBe(sentence);
});
