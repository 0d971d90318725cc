import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from './mail.ts';

let server: Server | undefined;

afterEach(() => server?.close());

async function startMailServer(): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  server = createServer((socket) => {
    let inMessage = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
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
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, lines };
}

describe('createMailer', () => {
  it('sends the text from the configured sender to one recipient', async () => {
    const { url, lines } = await startMailServer();
    const mailer = createMailer({ url, from: 'Waypost <waypost@example.com>' });
    const link = 'https://panel.example.com/reset#token=abc';
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', text: `Here:\n${link}\n` });
    expect(lines.filter((line) => /^(?:MAIL FROM|RCPT TO)/.test(line))).toEqual([
      'MAIL FROM:<waypost@example.com>',
      'RCPT TO:<ada@example.com>',
    ]);
    expect(lines).toContain('From: Waypost <waypost@example.com>');
    expect(lines).toContain('Subject: Hello');
    expect(lines).toContain(link);
  });

  it('prevents header injection through the subject', async () => {
    const { url, lines } = await startMailServer();
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await mailer.send({
      to: 'ada@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nother text',
      text: 'Here',
    });
    expect(lines.filter((line) => line.startsWith('RCPT TO'))).toEqual(['RCPT TO:<ada@example.com>']);
    expect(lines.some((line) => line.startsWith('Bcc'))).toBe(false);
  });

  it('rejects if the server is unreachable', async () => {
    const { url } = await startMailServer();
    server?.close();
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await expect(mailer.send({ to: 'ada@example.com', subject: 'x', text: 'x' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});
