import { afterEach, describe, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { createMailer } from './mail.ts';

let server: MailServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function openServer(): Promise<MailServer> {
  return (server = await startMailServer());
}

describe('createMailer', () => {
  it('sends the text from the configured sender to one recipient', async () => {
    const { url, lines } = await openServer();
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
    const { url, lines } = await openServer();
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await mailer.send({
      to: 'ada@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nother text',
      text: 'Here',
    });
    expect(lines.filter((line) => line.startsWith('RCPT TO'))).toEqual(['RCPT TO:<ada@example.com>']);
    expect(lines.some((line) => line.startsWith('Bcc'))).toBe(false);
  });

  it('sends text, HTML, an image that the HTML shows, and a file', async () => {
    const { url, lines } = await openServer();
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await mailer.send({
      to: 'ada@example.com',
      subject: 'Report',
      text: 'Plain',
      html: '<p>Rich</p><img src="cid:chart@waypost">',
      attachments: [
        { name: 'chart.png', content: Buffer.from('P'), type: 'image/png', shownAs: 'chart@waypost' },
        { name: 'report.csv', content: Buffer.from('a,b'), type: 'text/csv' },
      ],
    });
    const types = lines
      .filter((line) => line.startsWith('Content-Type'))
      .map((line) => line.split(/[ ;]+/)[1]);
    expect(types).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'text/csv',
    ]);
    expect(lines).toContain('Content-ID: <chart@waypost>');
    expect(lines).toContain('Content-Disposition: attachment; filename=report.csv');
  });

  it('rejects if the server is unreachable', async () => {
    const { url, close } = await openServer();
    await close();
    server = undefined;
    const mailer = createMailer({ url, from: 'waypost@example.com' });
    await expect(mailer.send({ to: 'ada@example.com', subject: 'x', text: 'x' })).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});
