import { describe, expect, it } from 'vitest';
import { incomingAliases, readIncoming, withDecimalMark } from './read-incoming.ts';

const read = (query: string) => readIncoming(new URLSearchParams(query));

describe('readIncoming', () => {
  it.each(Object.entries(incomingAliases).flatMap(([field, names]) => names.map((name) => [field, name])))(
    'reads %s from %s',
    (field = '', name = '') => {
      const value = field === 'amount' ? '12.5' : 'EUR';
      expect(read(`${name}=${value}`)).toMatchObject({ [field]: value });
      expect(read(`${name.toUpperCase()}=+${value}+`)).toMatchObject({ [field]: value });
    },
  );

  it('uses the first alias in the list that has a value, whatever the order in the request', () => {
    expect(read('sum=3&revenue=2&payout=1').amount).toBe('1');
    expect(read('sum=3&revenue=2&payout=').amount).toBe('2');
    expect(read('sum=3&revenue=%20&payout={payout}').amount).toBe('3');
  });

  it('prefers a value that looks like a Waypost click ID over other values under the same aliases', () => {
    const ours = '0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V';
    expect(read(`cid=77&click_id=${ours}&subid=x`).clickId).toBe(ours);
    expect(read(`cid=${ours}x&clickid=77`).clickId).toBe(`${ours}x`);
    expect(read('cid=77&click_id=78').clickId).toBe('77');
  });

  it('uses the first value of a repeated parameter', () => {
    expect(read('txid=&txid=a&txid=b').transactionId).toBe('a');
  });

  it('treats unfilled macros as missing', () => {
    const event = read('cid={clickid}&payout=[PAYOUT]&txid=%24%7Btid%7D&event=__EVENT__&status=%25status%25');
    expect(event).toMatchObject({ clickId: '', transactionId: '', event: '', status: '' });
    expect(event).toMatchObject({ amount: null, isAmountBad: false });
    expect(event.params.size).toBe(0);
  });

  it('reports an empty parameter if none of its aliases has a value', () => {
    expect(read('cid={clickid}&payout=${PAYOUT}&txid=null&status=undefined&currency=[cur]').unfilled).toEqual(
      ['cid', 'payout', 'txid', 'status', 'currency'],
    );
    expect(read('cid=&payout=+&txid=&status=').unfilled).toEqual(['cid', 'payout']);
    expect(read('payout={payout}&sum=3&sub1={sub1}')).toMatchObject({ amount: '3', unfilled: [] });
    expect(read('sub1=null').params.get('sub1')).toBe('null');
  });

  it('reports values that were truncated', () => {
    const long = 'x'.repeat(513);
    expect(read(`subid=${long}&order_id=${long}&event=a&sub1=${long}&status=${'y'.repeat(512)}`).cut).toEqual(
      ['subid', 'order_id'],
    );
  });

  it('keeps every parameter under its exact name', () => {
    const { params } = read('Sub1=a&sub1=b&sub1=c&empty=');
    expect([...params]).toEqual([
      ['Sub1', 'a'],
      ['sub1', 'b'],
    ]);
  });

  it('truncates long text and removes characters that databases reject', () => {
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

describe('the amount of an incoming event', () => {
  it.each([
    ['0', '0'],
    ['12.50', '12.5'],
    ['12,50', '12.5'],
    ['1.0000000000005', '1'],
    ['1.0000000000015', '1.000000000002'],
  ])('is read from %j as %j', (sent, amount) => {
    expect(readIncoming([['payout', sent]])).toMatchObject({ amount, isAmountBad: false });
  });

  it.each(['1,234', 'free', '1000000000', '5%', '€5 USD'])('is invalid for %j', (sent) => {
    expect(readIncoming([['payout', sent]])).toMatchObject({
      amount: null,
      isAmountBad: true,
      amountText: sent,
    });
  });

  it.each([
    ['payout=5+USD', 'USD', []],
    ['payout=%E2%82%AC5', 'EUR', []],
    ['payout=5+USD&currency=usd', 'USD', []],
    ['payout=$5&currency=CAD', 'CAD', []],
    ['payout=$5', '', expect.arrayContaining(['USD', 'AUD'])],
  ])('in %s has the currency %j', (query, currency, amountCurrencies) => {
    expect(read(query)).toMatchObject({ amount: '5', isAmountBad: false, currency, amountCurrencies });
  });

  it.each(['payout=5+USD&currency=EUR', 'payout=$5&currency=EUR'])(
    'is invalid if it contradicts the currency parameter: %s',
    (query) => {
      expect(read(query)).toMatchObject({ amount: null, isAmountBad: true, currency: 'EUR' });
    },
  );

  it('is read again with the decimal mark of its network', () => {
    const event = read('payout=1,234&txid=t');
    expect(withDecimalMark(event, null)).toBe(event);
    expect(withDecimalMark(event, 'comma')).toMatchObject({
      amount: '1.234',
      isAmountBad: false,
      transactionId: 't',
    });
    expect(withDecimalMark(event, 'point')).toMatchObject({ amount: '1234', isAmountBad: false });
  });

  it('can be negative', () => {
    expect(read('payout=-5,50')).toMatchObject({ amount: '5.5', isNegative: true, isAmountBad: false });
    expect(read('payout=-0')).toMatchObject({ amount: '0', isNegative: false });
  });
});

describe('a parameter name in list notation', () => {
  it.each(['payout[]=2', 'payout[0]=2', 'Payout[]=2&payout[]=3', 'payout%5B%5D=2', 'payout=2&payout[]=3'])(
    'is read like the plain name: %s',
    (query) => {
      expect(read(query)).toMatchObject({ amount: '2', unread: [] });
    },
  );

  it('is supported for every field', () => {
    expect(read('cid[]=a&txid[]=b&status[0]=c&event[]=d&currency[]=eur&payout[]={payout}')).toMatchObject({
      clickId: 'a',
      transactionId: 'b',
      status: 'c',
      event: 'd',
      currency: 'EUR',
      unfilled: ['payout'],
    });
  });
});

describe('an amount under an unknown name', () => {
  it.each([
    ['data[payout]=2', 'data[payout]'],
    ['data.payout=2', 'data.payout'],
    ['payout.amount=2', 'payout.amount'],
    ['payout_usd=2', 'payout_usd'],
    ['price=$2', 'price'],
    ['order-total=2,50', 'order-total'],
    ['SaleAmount=2', 'SaleAmount'],
  ])('is reported: %s', (query, name) => {
    expect(read(query)).toMatchObject({ amount: null, isAmountBad: false, unread: [name] });
  });

  it.each(['payout=1&price=2', 'price=red', 'payout=x&price=2', 'subtotally=2', 'resume=2', 'cid=1'])(
    'is not reported: %s',
    (query) => {
      expect(read(query).unread).toEqual([]);
    },
  );
});
