import type { PostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { fillTemplate, parseTemplate } from '../../macros/index.ts';
import { isSuccessStatus, judgeAttempt } from '../judge-attempt.ts';
import { postbackMacros } from '../postback-macros.ts';
import { fillRequest } from '../postback-request.ts';
import type { Receiver } from './receiver.ts';

export type TemplateSettings = { url: string; request: PostbackRequest };

/** Calls a postback URL with macros, optionally with headers and a body. */
export const templateReceiver: Receiver<TemplateSettings> = {
  buildRequest: ({ url, request }, postback) => {
    const values = postbackMacros(postback);
    try {
      const filled = fillTemplate(parseTemplate(url), values);
      return filled === undefined ? undefined : { url: filled, ...fillRequest(request, values) };
    } catch {
      // An older URL can violate a validation rule that was introduced later. Attribution must not fail because of such
      // a URL.
      return undefined;
    }
  },
  judgeResponse: ({ status, body }, { successText }) =>
    isSuccessStatus(status) &&
    successText !== null &&
    !withoutSpaces(body).includes(withoutSpaces(successText))
      ? 'unexpected_response'
      : undefined,
  decideRetry: judgeAttempt,
};

// Removes spaces, because a receiver may send the same JSON with or without them.
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
