import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer } from '../testing/edge/edge-server.ts';
import { exchange, findHeader, openRaw, parseResponses } from '../testing/http/raw-http.ts';

const base = makeCampaignDocument();
const document = { ...base, campaign: { ...base.campaign, passParameters: true } };
const link = `/c/${document.campaign.id}`;
const serve = () => makeEdgeServer({ documents: [document] });
const bytes = (text: string) => Buffer.from(text).toString('latin1');

async function visit(target: string, rest = 'HTTP/1.1\r\nhost: a\r\n\r\n') {
  const edge = await serve();
  const [answer] = parseResponses(await exchange(edge.port, `GET ${target} ${rest}`));
  expect(edge.failures).toEqual([]);
  return { status: answer?.status, location: answer && findHeader(answer, 'location'), rows: edge.visits() };
}

describe('a campaign link with unescaped characters', () => {
  const keepAlive = 'HTTP/1.1\r\nhost: a\r\n\r\n';
  const close = 'HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
  const http10 = 'HTTP/1.0\r\nhost: a\r\n\r\n';

  it.each([
    ['non-ASCII letters', bytes('ключ'), 'ключ'],
    ['invalid UTF-8', '\xff\xc3', '\ufffd\ufffd'],
    ['spaces', 'red shoes', 'red shoes'],
    ['a tab', 'a\tb', 'a\tb'],
    ['control characters', 'a\x01\x0b\x7fb', 'ab'],
    ['invalid escapes', '100%&b=%zz%', '100%'],
    ['quotes and braces', '"<{|}\\^`>', '"<{|}\\^`>'],
    ['the HTTP version', 'x HTTP/1.1 y', 'x HTTP/1.1 y'],
  ])('counts as a visit: %s', async (_, sent, token) => {
    for (const rest of [keepAlive, close, http10]) {
      const { status, rows } = await visit(`${link}?token1=${sent}`, rest);
      expect([status, rows.length, rows[0]?.token1]).toEqual([302, 1, token]);
    }
  });

  it.each([
    ['before them', bytes('?token1='), bytes('ключ')],
    ['within them', bytes('?token1=к'), bytes('люч')],
    ['after them', bytes('?token1=ключ'), ''],
  ])('counts as a visit if the request line is split %s', async (_, first, second) => {
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

  it('redirects with escaped parameters', async () => {
    const { location } = await visit(`${link}?kw=${bytes('ключ')}`);
    expect(location).toContain(`&kw=${encodeURIComponent('ключ')}`);
  });

  it('gets 400 if it contains a line break or NUL, to prevent request smuggling', async () => {
    for (const end of ['\r', '\n', '\0', '\n\n', '\r\r\n']) {
      const edge = await serve();
      const text = await exchange(edge.port, `GET ${link}?a=\xff${end}b HTTP/1.1\r\nhost: a\r\n\r\n`);
      expect([text.slice(9, 12), edge.visits()]).toEqual(['400', []]);
    }
  });

  describe('on a connection that Node already parses', () => {
    // Sends the pieces after a request with a body, because such a request hands the connection over to Node's parser.
    async function sendAfterBody(pieces: string[]) {
      const edge = await serve();
      edge.publish(document, 1, [{ key: 'Key', untilMs: Infinity }]);
      const { socket, text } = openRaw(edge.port);
      socket.setNoDelay(true);
      socket.write(`POST ${link}?token1=first HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\na`);
      await expect.poll(text).toContain('302');
      // The rest of the body follows the response, and the next request follows the body.
      socket.write('bc');
      await new Promise((resolve) => setTimeout(resolve, 20));
      const before = text().length;
      for (const piece of pieces) {
        socket.write(Buffer.from(piece, 'latin1'));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await expect.poll(() => text().slice(before)).toContain('\r\n\r\n');
      const answers = parseResponses(text().slice(before));
      socket.destroy();
      expect(edge.failures).toEqual([]);
      return { answers, tokens: edge.visits().map(({ token1 }) => token1), inbox: edge.inbox() };
    }
    const end = ' HTTP/1.1\r\nhost: a\r\n\r\n';

    it.each([
      ['in one packet', [`GET ${link}?token1=${bytes('ключ')}${end}`], 'ключ'],
      ['with spaces', [`GET ${link}?token1=red shoes HTTP/1.1 x${end}`], 'red shoes HTTP/1.1 x'],
      ['after an empty line', [`\r\nGET ${link}?token1=${bytes('ключ')}${end}`], 'ключ'],
      ['split before them', [`GET ${link}?token1=`, `${bytes('ключ')}${end}`], 'ключ'],
      ['split within them', [`GET ${link}?token1=\xd0`, `${bytes('ключ').slice(1)}${end}`], 'ключ'],
      ['split after them', [`GET ${link}?token1=${bytes('ключ')}`, end], 'ключ'],
      ['split after a space', [`GET ${link}?token1=a b`, `c d${end}`], 'a bc d'],
      ['split in the method', ['GE', `T ${link}?token1=${bytes('ключ')}${end}`], 'ключ'],
      ['split in the version', [`GET ${link}?token1=${bytes('ключ')} HT`, end.slice(3)], 'ключ'],
      [
        'with a body',
        [`POST ${link}?token1=\xff HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n\xff `],
        '\ufffd',
      ],
    ])('counts as a visit: %s', async (_, pieces, token) => {
      const { answers, tokens } = await sendAfterBody(pieces);
      expect([answers.map(({ status }) => status), tokens]).toEqual([[302], ['first', token]]);
    });

    it('is stored with these characters escaped if it is an incoming postback URL instead', async () => {
      const { answers, inbox } = await sendAfterBody([`GET /e/Key?cid=1&name=${bytes('ключ')} x${end}`]);
      expect(answers.map(({ status }) => status)).toEqual([200]);
      expect(inbox[0]?.query).toBe(`cid=1&name=${encodeURIComponent('ключ')}%20x`);
    });

    it('is served each time it is repeated', async () => {
      const edge = await serve();
      const { socket, text } = openRaw(edge.port);
      for (let at = 0; at < 5; at += 1) {
        const target = `${link}?token1=${bytes(`ключ ${at}`)}`;
        socket.write(Buffer.from(`HEAD ${target}${end}`, 'latin1'));
        await expect.poll(() => parseResponses(text(), () => false)).toHaveLength(at + 1);
      }
      socket.destroy();
      expect(edge.visits().map(({ token1 }) => token1)).toEqual([0, 1, 2, 3, 4].map((at) => `ключ ${at}`));
    });

    it.each(['\r', '\n', '\0', '\n\n', '\r\r\n'])('gets 400 if it contains %j', async (sign) => {
      const { answers, tokens } = await sendAfterBody([`GET ${link}?a=\xff${sign}b${end}`]);
      expect([answers.map(({ status }) => status), tokens]).toEqual([[400], ['first']]);
    });

    it('is not mixed up with another request in the same packet', async () => {
      const asciiRequest = `GET ${link}?token1=second${end}`;
      const { answers, tokens } = await sendAfterBody([
        `${asciiRequest}GET ${link}?token1=`,
        `${bytes('к')}${end}`,
      ]);
      expect(answers.map(({ status }) => status)).toEqual([302, 400]);
      expect(tokens).toEqual(['first', 'second']);
    });
  });
});

it.each(['%20', '.html', ';x=1', '"', ')', '%0A', '/', '/2/x', 'x', '-1', '_'])(
  'a campaign link with %j after the campaign ID counts as a visit',
  async (tail) => {
    const { status, rows } = await visit(`${link}${tail}?token1=a`);
    expect([status, rows[0]?.token1]).toEqual([302, 'a']);
  },
);

it.each([`/${link}`, link.replace('c', 'C'), link.replace('/c/', '/c//'), `/%63${link.slice(2)}`])(
  '%s is accepted as another spelling of the campaign link',
  async (spelled) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const edge = await serve();
      const { status, location } = await edge.send(`${spelled}?token1=a&kw=b`, { method });
      expect([status, edge.visits()[0]?.token1]).toEqual([302, 'a']);
      expect(location).toContain('kw=b');
    }
  },
);

describe('headers with non-ASCII characters', () => {
  it.each([
    ['UTF-8', bytes('Браузер/1.0 ✓'), 'Браузер/1.0 ✓'],
    ['Latin-1', 'Caf\xe9/1', 'Café/1'],
  ])('are decoded as %s', async (_, sent, decoded) => {
    const referrer = `https://a.example/${sent}`;
    const rest = `HTTP/1.1\r\nhost: a\r\nuser-agent: ${sent}\r\nreferer: ${referrer}\r\n\r\n`;
    const { rows } = await visit(link, rest);
    expect(rows[0]).toMatchObject({
      user_agent: decoded,
      referrer: `https://a.example/${decoded}`,
      referrer_domain: 'a.example',
    });
  });

  it('are truncated between characters', async () => {
    const agent = `${'x'.repeat(1_023)}😀`;
    const { rows } = await visit(link, `HTTP/1.1\r\nhost: a\r\nuser-agent: ${bytes(agent)}\r\n\r\n`);
    expect(rows[0]?.user_agent).toBe('x'.repeat(1_023));
  });
});
