import type { Mailer } from '../../platform/mail.ts';
import type { ClaimedReport } from '../../store/reports/report-deliveries.ts';
import type { ReportMessage, SendOutcome } from './report-message.ts';
import { callTelegram, type TelegramOutcome, type TelegramTools } from './telegram-client.ts';
import { writeReportMail } from './write-report-mail.ts';
import { writeTelegramCaption, writeTelegramText } from './write-telegram-text.ts';

export type ReportTools = TelegramTools & { mailer: Mailer | undefined; panelUrl: string };

export type SentParts = {
  outcomes: SendOutcome[];
  // New ID of the Telegram chat.
  movedTo?: string | undefined;
};

type Delivery = Pick<
  ClaimedReport,
  'workspaceId' | 'channel' | 'recipients' | 'botToken' | 'chatId' | 'done'
>;

// Records that a part was sent or refused. Returns false if another worker has taken over the delivery.
type OnDone = (part: string) => Promise<boolean>;

// Sends the parts of a report that are not done yet: one email for each recipient, or the messages to a chat.
export async function sendReport(
  tools: ReportTools,
  delivery: Delivery,
  message: ReportMessage,
  { onDone, signal }: { onDone: OnDone; signal?: AbortSignal | undefined },
): Promise<SentParts> {
  return delivery.channel === 'mail'
    ? { outcomes: await sendMails(tools, delivery, message, onDone) }
    : await sendToChat(tools, delivery, message, { onDone, signal });
}

async function sendMails(
  { mailer }: ReportTools,
  { recipients, done }: Delivery,
  message: ReportMessage,
  onDone: OnDone,
): Promise<SendOutcome[]> {
  if (recipients.length === 0) return [{ kind: 'refused', error: 'All recipients have left the workspace.' }];
  const outcomes: SendOutcome[] = [];
  for (const to of new Set(recipients)) {
    if (done.includes(to) || done.includes(markRefused(to))) continue;
    const outcome = await sendMail(mailer, message, to);
    outcomes.push(outcome);
    if (outcome.kind === 'later') continue;
    if (!(await onDone(outcome.kind === 'sent' ? to : markRefused(to)))) break;
  }
  return outcomes;
}

const refusal = '!';

function markRefused(part: string): string {
  return `${refusal}${part}`;
}

// Returns the part that was refused, or undefined if it was sent.
export function refusedPartOf(part: string): string | undefined {
  return part.startsWith(refusal) ? part.slice(refusal.length) : undefined;
}

async function sendMail(
  mailer: Mailer | undefined,
  message: ReportMessage,
  to: string,
): Promise<SendOutcome> {
  if (mailer === undefined) return { kind: 'later', error: 'No mail server is configured.' };
  try {
    await mailer.send(writeReportMail(message, to));
    return { kind: 'sent' };
  } catch (error) {
    return judgeMailError(error, to);
  }
}

// Only a refusal of the recipient is permanent. Everything else can be a problem of the mail server.
function judgeMailError(error: unknown, to: string): SendOutcome {
  const { code, response, responseCode } = error as {
    code?: unknown;
    response?: unknown;
    responseCode?: unknown;
  };
  const words = typeof response === 'string' ? response : 'The mail server could not be reached.';
  const isRefused = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500;
  return { kind: isRefused ? 'refused' : 'later', error: `${to}: ${words}`.slice(0, 300) };
}

async function sendToChat(
  tools: ReportTools,
  { workspaceId, botToken, chatId, done }: Delivery,
  message: ReportMessage,
  { onDone, signal }: { onDone: OnDone; signal?: AbortSignal | undefined },
): Promise<SentParts> {
  if (botToken === undefined || chatId === null)
    return {
      outcomes: [{ kind: 'refused', error: 'The bot token could not be decrypted. Enter it again.' }],
    };
  let chat = chatId;
  let movedTo: string | undefined;
  const outcomes: SendOutcome[] = [];
  for (const { name, ...call } of listCalls(message)) {
    if (done.includes(name)) continue;
    const send = (): Promise<TelegramOutcome> =>
      callTelegram(tools, { token: botToken, chatId: chat, workspaceId }, call, signal);
    let outcome = await send();
    if (outcome.kind === 'refused' && outcome.movedTo !== undefined) {
      chat = movedTo = outcome.movedTo;
      outcome = await send();
    }
    outcomes.push(outcome);
    // The parts belong together, so the rest is not sent after one that failed.
    if (outcome.kind !== 'sent' || !(await onDone(name))) break;
  }
  return { outcomes, movedTo };
}

type NamedCall = Parameters<typeof callTelegram>[2] & { name: string };

function listCalls(message: ReportMessage): NamedCall[] {
  const { chart, csv } = message;
  const calls: NamedCall[] = [];
  if (chart !== undefined)
    calls.push({
      name: 'chart',
      method: 'sendPhoto',
      fields: { caption: writeTelegramCaption(message) },
      file: { field: 'photo', name: 'chart.png', type: 'image/png', content: chart },
    });
  const preview = JSON.stringify({ is_disabled: true });
  calls.push({
    name: 'text',
    method: 'sendMessage',
    fields: { text: writeTelegramText(message), parse_mode: 'HTML', link_preview_options: preview },
  });
  if (csv !== undefined)
    calls.push({
      name: 'csv',
      method: 'sendDocument',
      fields: {},
      file: { field: 'document', name: csv.name, type: 'text/csv', content: csv.content },
    });
  return calls;
}
