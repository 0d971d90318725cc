const sentences: Readonly<Record<string, string>> = {
  invalid_request: 'Invalid request: check the URL and the headers.',
  blocked_address: 'Blocked: the host resolves to a non-public IP address.',
  busy: 'Too many requests in progress.',
  dns: 'DNS lookup failed.',
  connect: 'Connection refused.',
  connect_timeout: 'Connection timed out.',
  tls: 'Invalid TLS certificate.',
  timeout: 'Response timed out.',
  reset: 'Connection closed before a response was received.',
  stale_connection: 'Connection closed by the receiver. The request may or may not have arrived.',
  too_long_headers: 'Response headers too large.',
  protocol: 'Not an HTTP response.',
  unexpected_response: 'The response does not contain the success text.',
  aborted: 'Request aborted.',
  failure: 'Request failed.',
  sealed_header: 'A secret header could not be decrypted. Enter it again.',
  sealed_secret: 'The webhook secret could not be decrypted. Rotate it.',
  sealed_device: 'The subscription could not be decrypted. Turn on notifications again on the device.',
  no_mail_server: 'No mail server configured.',
  mail_server: 'Rejected by the mail server.',
  paused_by_hand: 'Paused manually.',
};

export function formatCallError(word: string | null): string {
  if (word === null) return 'No response.';
  const status = /^status_(\d+)$/.exec(word)?.[1];
  if (status !== undefined) return formatStatus(Number(status));
  return sentences[word] ?? `No response (${word}).`;
}

/** Formats the result of a request from its status or, if the status alone is misleading, from its error. */
export function formatResult({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null || error === 'unexpected_response') return formatCallError(error);
  // A receiver can reject a request although its status indicates success. In that case, the error is a code that is
  // specific to the receiver's kind and not in `sentences`.
  const isRejection = status < 300 && error !== null && !(error in sentences);
  return isRejection ? `Rejected by the receiver (${error}).` : formatStatus(status);
}

export function formatStatus(status: number): string {
  const meaning =
    status < 300
      ? 'accepted'
      : status < 400
        ? 'redirects are not followed'
        : status === 401 || status === 403
          ? 'access denied'
          : status === 404 || status === 410
            ? 'URL not found'
            : status === 429
              ? 'too many requests'
              : status < 500
                ? 'request rejected'
                : 'server error';
  return `HTTP ${status}: ${meaning}.`;
}
