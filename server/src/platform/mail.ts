export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Where it may be sent twice: by it, mailboxes know the second for the first. */
  id?: string;
};

export type Mailer = { send: (mail: Mail) => Promise<void> };

// A mail server that does not answer must not keep a message, and the memory it takes, for minutes.
const timeoutMs = 15_000;

/** Sends plain text over SMTP. Content is never read from files or addresses, whatever a message names. */
export function createMailer(options: { url: string; from: string }): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    send: async ({ to, subject, text, id }) => {
      const transport = await (opened ??= openTransport(options.url));
      // As an object: text in the form of a list would reach several people.
      const recipient = { name: '', address: to };
      const known = id === undefined ? {} : { messageId: `<${id}@waypost>` };
      await transport.sendMail({ from: options.from, to: recipient, subject, text, ...known });
    },
  };
}

/** Loaded with the first message: most processes that could send one never do. */
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
