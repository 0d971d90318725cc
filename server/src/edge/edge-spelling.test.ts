import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer } from '../testing/edge/edge-server.ts';
import { exchange, headerOf, openRaw, readAnswers } from '../testing/http/raw-http.ts';

const plain = makeCampaignDocument();
const document = { ...plain, campaign: { ...plain.campaign, passParameters: true } };
const link = `/c/${document.campaign.id}`;
const serve = () => makeEdgeServer({ documents: [document] });
/** As the bytes of its UTF-8, one in each character. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

/** One visit by a request with this text in its link, and what became of it. */
async function visit(target: string, rest = 'HTTP/1.1\r\nhost: a\r\n\r\n') {
  const edge = await serve();
  const [answer] = readAnswers(await exchange(edge.port, `GET ${target} ${rest}`));
  expect(edge.failures).toEqual([]);
  return { status: answer?.status, location: answer && headerOf(answer, 'location'), rows: edge.visits() };
}

describe('a link with characters that should have been escaped', () => {
  const whole = 'HTTP/1.1\r\nhost: a\r\n\r\n';
  const last = 'HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
  const old = 'HTTP/1.0\r\nhost: a\r\n\r\n';

  it.each([
    ['letters beyond ASCII', bytes('ключ'), 'ключ'],
    ['broken UTF-8', '\xff\xc3', '\ufffd\ufffd'],
    ['spaces', 'red shoes', 'red shoes'],
    ['a tab', 'a\tb', 'a\tb'],
    ['control characters', 'a\x01\x0b\x7fb', 'ab'],
    ['broken escapes', '100%&b=%zz%', '100%'],
    ['quotes and braces', '"<{|}\\^`>', '"<{|}\\^`>'],
    ['the name of a protocol', 'x HTTP/1.1 y', 'x HTTP/1.1 y'],
  ])('is a visit: %s', async (_, sent, token) => {
    for (const rest of [whole, last, old]) {
      const { status, rows } = await visit(`${link}?token1=${sent}`, rest);
      expect([status, rows.length, rows[0]?.token1]).toEqual([302, 1, token]);
    }
  });

  it.each([
    ['before them', bytes('?token1='), bytes('ключ')],
    ['within them', bytes('?token1=к'), bytes('люч')],
    ['behind them', bytes('?token1=ключ'), ''],
  ])('is a visit where the line comes in several packets, parted %s', async (_, first, second) => {
    const edge = await serve();
    const { socket, text } = openRaw(edge.port);
    socket.setNoDelay(true);
    socket.write(Buffer.from(`GET ${link}${first}`, 'latin1'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write(Buffer.from(`${second} HTTP/1.1\r\nhost: a\r\n\r\n`, 'latin1'));
    await expect.poll(text).toContain('302');
    socket.destroy();
    expect(edge.visits().map(({ token1 }) => token1)).toEqual(['ключ']);
  });

  it('goes on escaped, where parameters go on', async () => {
    const { location } = await visit(`${link}?kw=${bytes('ключ')}`);
    expect(location).toContain(`&kw=${encodeURIComponent('ключ')}`);
  });

  it('is no visit where it is no single line: nobody may hide a second request in it', async () => {
    for (const end of ['\r', '\n', '\0', '\n\n', '\r\r\n']) {
      const edge = await serve();
      const text = await exchange(edge.port, `GET ${link}?a=\xff${end}b HTTP/1.1\r\nhost: a\r\n\r\n`);
      expect([text.slice(9, 12), edge.visits()]).toEqual(['400', []]);
    }
  });

  it('comes back escaped on a connection that is past its first request, and is a visit then', async () => {
    const edge = await serve();
    const { socket, text, closed } = openRaw(edge.port);
    // What is not quite plain makes the connection one of Node's.
    socket.write(`HEAD ${link} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await expect.poll(text).toContain('302');
    socket.write(Buffer.from(`GET ${link}?token1=ключ x&b HTTP/1.1\r\nhost: a\r\n\r\n`));
    socket.once('end', () => socket.destroy());
    const answer = readAnswers(await closed, (at) => at > 0)[1];
    const target = answer && headerOf(answer, 'location');
    expect([answer?.status, target]).toEqual([307, `${link}?token1=%D0%BA%D0%BB%D1%8E%D1%87%20x&b`]);
    await edge.send(target ?? '');
    expect(edge.visits()[1]?.token1).toBe('ключ x');
  });

  it('never leads to another host by that', async () => {
    const edge = await serve();
    const { socket, text, closed } = openRaw(edge.port);
    socket.write(`HEAD ${link} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await expect.poll(text).toContain('302');
    socket.write('GET //evil.example/\xff HTTP/1.1\r\nhost: a\r\n\r\n');
    socket.once('end', () => socket.destroy());
    expect(readAnswers(await closed, (at) => at > 0)[1]?.status).toBe(400);
  });
});

it.each(['%20', '.html', ';x=1', '"', ')', '%0A', '/', '/2/x', 'x', '-1', '_'])(
  '%j behind the id of a campaign loses nobody',
  async (tail) => {
    const { status, rows } = await visit(`${link}${tail}?token1=a`);
    expect([status, rows[0]?.token1]).toEqual([302, 'a']);
  },
);

it.each([`/${link}`, link.replace('c', 'C'), link.replace('/c/', '/c//'), `/%63${link.slice(2)}`])(
  '%s is the link of the campaign',
  async (spelled) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const edge = await serve();
      const { status, location } = await edge.send(`${spelled}?token1=a&kw=b`, { method });
      expect([status, edge.visits()[0]?.token1]).toEqual([302, 'a']);
      expect(location).toContain('kw=b');
    }
  },
);

describe('headers with letters beyond ASCII', () => {
  it.each([
    ['UTF-8', bytes('Браузер/1.0 ✓'), 'Браузер/1.0 ✓'],
    ['other bytes', 'Caf\xe9/1', 'Café/1'],
  ])('are kept as what they say: %s', async (_, sent, kept) => {
    const referrer = `https://a.example/${sent}`;
    const rest = `HTTP/1.1\r\nhost: a\r\nuser-agent: ${sent}\r\nreferer: ${referrer}\r\n\r\n`;
    const { rows } = await visit(link, rest);
    expect(rows[0]).toMatchObject({
      user_agent: kept,
      referrer: `https://a.example/${kept}`,
      referrer_domain: 'a.example',
    });
  });

  it('are cut between characters', async () => {
    const agent = `${'x'.repeat(1_023)}😀`;
    const { rows } = await visit(link, `HTTP/1.1\r\nhost: a\r\nuser-agent: ${bytes(agent)}\r\n\r\n`);
    expect(rows[0]?.user_agent).toBe('x'.repeat(1_023));
  });
});
