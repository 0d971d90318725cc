import { describe, expect, it } from 'vitest';
import { incomingAliases, readIncoming } from './read-incoming.ts';

const read = (query: string) => readIncoming(new URLSearchParams(query));

describe('an incoming event', () => {
  it.each(Object.entries(incomingAliases).flatMap(([field, names]) => names.map((name) => [field, name])))(
    'has its %s in %s',
    (field = '', name = '') => {
      const value = field === 'amount' ? '12.5' : 'EUR';
      expect(read(`${name}=${value}`)).toMatchObject({ [field]: value });
      expect(read(`${name.toUpperCase()}=+${value}+`)).toMatchObject({ [field]: value });
    },
  );

  it('takes the first name of the list that has a value, not the first that came', () => {
    expect(read('sum=3&revenue=2&payout=1').amount).toBe('1');
    expect(read('sum=3&revenue=2&payout=').amount).toBe('2');
    expect(read('sum=3&revenue=%20&payout={payout}').amount).toBe('3');
  });

  it('takes the first value of a name that came twice', () => {
    expect(read('txid=&txid=a&txid=b').transactionId).toBe('a');
  });

  it('is empty where only macros came that nobody filled', () => {
    const event = read('cid={clickid}&payout=[PAYOUT]&txid=%24%7Btid%7D&event=__EVENT__&status=%25status%25');
    expect(event).toMatchObject({ clickId: '', transactionId: '', event: '', status: '' });
    expect(event).toMatchObject({ amount: null, isAmountBad: false });
    expect(event.params.size).toBe(0);
  });

  it('keeps every parameter by its exact name', () => {
    const { params } = read('Sub1=a&sub1=b&sub1=c&empty=');
    expect([...params]).toEqual([
      ['Sub1', 'a'],
      ['sub1', 'b'],
    ]);
  });

  it('has no text that is long or that a database would refuse', () => {
    const event = readIncoming([
      ['txid', ` a\0b\n${'x'.repeat(600)}`],
      ['event', `${'y'.repeat(511)}😀`],
      ['status', 'half \uD800'],
      ['currency', 'eur'],
    ]);
    expect(event.transactionId).toBe(`ab${'x'.repeat(510)}`);
    expect(event.event).toBe('y'.repeat(511));
    expect(event.status.isWellFormed()).toBe(true);
    expect(event.currency).toBe('EUR');
  });
});

describe('its amount', () => {
  it.each([
    ['0', '0'],
    ['12.50', '12.5'],
    ['12,50', '12.5'],
    ['1.0000000000005', '1'],
    ['1.0000000000015', '1.000000000002'],
  ])('%j is %j', (sent, amount) => {
    expect(readIncoming([['payout', sent]])).toMatchObject({ amount, isAmountBad: false });
  });

  it.each(['-5', '1,234', '1e3', '$5', '5 USD', 'free', '1000000000'])('%j is bad', (sent) => {
    expect(readIncoming([['payout', sent]])).toMatchObject({ amount: null, isAmountBad: true });
  });
});
