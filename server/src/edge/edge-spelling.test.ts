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

  describe('on a connection that has brought something else before', () => {
    /** What becomes of a request that comes in these pieces, after one that made the connection one of Node's. */
    async function bring(pieces: string[]) {
      const edge = await serve();
      edge.publish(document, 1, [{ key: 'Key', untilMs: Infinity }]);
      const { socket, text } = openRaw(edge.port);
      socket.setNoDelay(true);
      socket.write(`POST ${link}?token1=first HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\na`);
      await expect.poll(text).toContain('302');
      // Its last bytes come behind the answer, and the next request behind them.
      socket.write('bc');
      await new Promise((resolve) => setTimeout(resolve, 20));
      const before = text().length;
      for (const piece of pieces) {
        socket.write(Buffer.from(piece, 'latin1'));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await expect.poll(() => text().slice(before)).toContain('\r\n\r\n');
      const answers = readAnswers(text().slice(before));
      socket.destroy();
      expect(edge.failures).toEqual([]);
      return { answers, tokens: edge.visits().map(({ token1 }) => token1), inbox: edge.inbox() };
    }
    const end = ' HTTP/1.1\r\nhost: a\r\n\r\n';

    it.each([
      ['whole', [`GET ${link}?token1=${bytes('ключ')}${end}`], 'ключ'],
      ['with spaces', [`GET ${link}?token1=red shoes HTTP/1.1 x${end}`], 'red shoes HTTP/1.1 x'],
      ['behind an empty line', [`\r\nGET ${link}?token1=${bytes('ключ')}${end}`], 'ключ'],
      ['before them', [`GET ${link}?token1=`, `${bytes('ключ')}${end}`], 'ключ'],
      ['within them', [`GET ${link}?token1=\xd0`, `${bytes('ключ').slice(1)}${end}`], 'ключ'],
      ['behind them', [`GET ${link}?token1=${bytes('ключ')}`, end], 'ключ'],
      ['within a space', [`GET ${link}?token1=a b`, `c d${end}`], 'a bc d'],
      ['in the method', ['GE', `T ${link}?token1=${bytes('ключ')}${end}`], 'ключ'],
      ['in the version', [`GET ${link}?token1=${bytes('ключ')} HT`, end.slice(3)], 'ключ'],
      [
        'with a body',
        [`POST ${link}?token1=\xff HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n\xff `],
        '\ufffd',
      ],
    ])('is a visit: %s', async (_, pieces, token) => {
      const { answers, tokens } = await bring(pieces);
      expect([answers.map(({ status }) => status), tokens]).toEqual([[302], ['first', token]]);
    });

    it('is what a network reports, whose letters are kept', async () => {
      const { answers, inbox } = await bring([`GET /e/Key?cid=1&name=${bytes('ключ')} x${end}`]);
      expect(answers.map(({ status }) => status)).toEqual([200]);
      expect(inbox[0]?.query).toBe(`cid=1&name=${encodeURIComponent('ключ')}%20x`);
    });

    it('is served as often as it comes', async () => {
      const edge = await serve();
      const { socket, text } = openRaw(edge.port);
      for (let at = 0; at < 5; at += 1) {
        const target = `${link}?token1=${bytes(`ключ ${at}`)}`;
        socket.write(Buffer.from(`HEAD ${target}${end}`, 'latin1'));
        await expect.poll(() => readAnswers(text(), () => false)).toHaveLength(at + 1);
      }
      socket.destroy();
      expect(edge.visits().map(({ token1 }) => token1)).toEqual([0, 1, 2, 3, 4].map((at) => `ключ ${at}`));
    });

    it.each(['\r', '\n', '\0', '\n\n', '\r\r\n'])('is no visit with %j in it', async (sign) => {
      const { answers, tokens } = await bring([`GET ${link}?a=\xff${sign}b${end}`]);
      expect([answers.map(({ status }) => status), tokens]).toEqual([[400], ['first']]);
    });

    it('is never taken for another one where several come at once', async () => {
      const plainOne = `GET ${link}?token1=second${end}`;
      const { answers, tokens } = await bring([`${plainOne}GET ${link}?token1=`, `${bytes('к')}${end}`]);
      expect(answers.map(({ status }) => status)).toEqual([302, 400]);
      expect(tokens).toEqual(['first', 'second']);
    });
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
