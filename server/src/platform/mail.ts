export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same content as HTML, for clients that show it. */
  html?: string;
  attachments?: MailAttachment[];
  /** Message ID that allows mailboxes to deduplicate an email that was sent twice. */
  id?: string;
};

type MailAttachment = {
  name: string;
  content: Buffer;
  type: string;
  /** ID by which the HTML shows the file as an image, instead of listing it. */
  shownAs?: string;
};

export type Mailer = { send: (mail: Mail) => Promise<void> };

// Short, so that an unresponsive mail server does not keep a message in memory for minutes.
const timeoutMs = 15_000;

/** Sends mail over SMTP. Message content is never loaded from files or URLs. */
export function createMailer(options: { url: string; from: string }): Mailer {
  let transportPromise: ReturnType<typeof openTransport> | undefined;
  return {
    send: async ({ to, subject, text, html, attachments = [], id }) => {
      const transport = await (transportPromise ??= openTransport(options.url));
      // The recipient is passed as an object, because a string could contain a list of recipients.
      const recipient = { name: '', address: to };
      const headers = id === undefined ? {} : { messageId: `<${id}@waypost>` };
      await transport.sendMail({
        from: options.from,
        to: recipient,
        subject,
        text,
        ...headers,
        ...(html === undefined ? {} : { html }),
        attachments: attachments.map(({ name, content, type, shownAs }) => ({
          filename: name,
          content,
          contentType: type,
          ...(shownAs === undefined ? {} : { cid: shownAs, contentDisposition: 'inline' as const }),
        })),
      });
    },
  };
}

// Loads nodemailer when the first message is sent, because most processes never send a message.
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
