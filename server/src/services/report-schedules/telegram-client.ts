import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isPassingStatus } from '../../domain/postbacks/judge-attempt.ts';
import type { OutboundClient } from '../outbound/create-outbound-client.ts';
import type { SendOutcome } from './report-message.ts';

export type TelegramTools = { outbound: OutboundClient; telegramUrl: string };

type Bot = { token: string; chatId: string; workspaceId: string };

type TelegramFile = { field: 'photo' | 'document'; name: string; type: string; content: Buffer };

type TelegramCall = {
  method: 'sendMessage' | 'sendPhoto' | 'sendDocument';
  fields: Record<string, string>;
  file?: TelegramFile;
};

export type TelegramOutcome = SendOutcome & {
  // New ID of a group that became a supergroup.
  movedTo?: string;
};

const answer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional(),
});

const finalErrors = new Set(['invalid_request', 'blocked_address']);

// Calls the Bot API once. Refusals of Telegram are permanent, except for rate limits and server errors.
export async function callTelegram(
  { outbound, telegramUrl }: TelegramTools,
  { token, chatId, workspaceId }: Bot,
  { method, fields, file }: TelegramCall,
  signal?: AbortSignal,
): Promise<TelegramOutcome> {
  const result = await outbound.send({
    url: `${telegramUrl}/bot${token}/${method}`,
    method: 'POST',
    ...encodeForm({ chat_id: chatId, ...fields }, file),
    partition: workspaceId,
    ...(signal === undefined ? {} : { signal }),
  });
  if (result.kind === 'failed') {
    const error = `Telegram could not be reached (${result.error}).`;
    return { kind: finalErrors.has(result.error) ? 'refused' : 'later', error };
  }
  const read = readAnswer(result.body);
  if (result.status === 200 && read?.ok === true) return { kind: 'sent' };
  const error = `Telegram: ${read?.description ?? `HTTP ${result.status}`}`.slice(0, 300);
  const { retry_after: wait, migrate_to_chat_id: movedTo } = read?.parameters ?? {};
  if (movedTo !== undefined) return { kind: 'refused', error, movedTo: String(movedTo) };
  // A proxy or captive portal can answer 200 without the answer of the Bot API.
  const isPassing = isPassingStatus(result.status) || read === undefined;
  if (!isPassing) return { kind: 'refused', error };
  const retryAfter = wait === undefined ? result.headers['retry-after'] : String(Math.ceil(wait));
  return { kind: 'later', error, retryAfter };
}

function readAnswer(body: string): z.infer<typeof answer> | undefined {
  try {
    return answer.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function encodeForm(fields: Record<string, string>, file: TelegramFile | undefined) {
  const boundary = `waypost-${randomBytes(16).toString('hex')}`;
  const part = (headers: string, content: Buffer | string) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  const body = Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...(file === undefined
      ? []
      : part(`name="${file.field}"; filename="${file.name}"\r\nContent-Type: ${file.type}`, file.content)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}
