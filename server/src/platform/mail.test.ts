import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from './mail.ts';

let server: Server | undefined;

afterEach(() => server?.close());

/** Says yes to everything, as far as a client needs it, and keeps what it was told. */
async function startMailServer(): Promise<{ url: string; said: string[] }> {
  const said: string[] = [];
  server = createServer((socket) => {
    let inMessage = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        said.push(line);
        if (line === 'DATA') inMessage = true;
        if (inMessage && line !== '.' && line !== 'DATA') continue;
        if (line === '.') inMessage = false;
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, said };
}

describe('a mail', () => {
  it('goes to the one person it is for, from the configured sender, with its text', async () => {
    const { url, said } = await startMailServer();
    const mailer = createMailer({ url, from: 'Waypost <waypost@example.com>' });
    const link = 'https://panel.example.com/reset#token=abc';
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', text: `Here:\n${link}\n` });
    expect(said.filter((line) => /^(?:MAIL FROM|RCPT TO)/.test(line))).toEqual([
      'MAIL FROM:<waypost@example.com>',
      'RCPT TO:<ada@example.com>',
    ]);
    expect(said).toContain('From: Waypost <waypost@example.com>');
    expect(said).toContain('Subject: Hello');
    expect(said).toContain(link);
  });

  it('neither an address nor a subject can add people or headers', async () => {
    const { url, said } = await startMailServer();
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await mailer.send({
      to: 'ada@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nother text',
      text: 'Here',
    });
    expect(said.filter((line) => line.startsWith('RCPT TO'))).toEqual(['RCPT TO:<ada@example.com>']);
    expect(said.some((line) => line.startsWith('Bcc'))).toBe(false);
  });

  it('that cannot be delivered is an error', async () => {
    const { url } = await startMailServer();
    server?.close();
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await expect(mailer.send({ to: 'ada@example.com', subject: 'x', text: 'x' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});
