/** Why a call got no answer, in a sentence. The words are those of the API. */
const sentences: Readonly<Record<string, string>> = {
  invalid_request: 'The call could not be made: its address or a header is not valid.',
  blocked_address: 'The host leads to an address outside the public internet, which is not called.',
  busy: 'Too many calls were under way.',
  dns: 'The host was not found.',
  connect: 'Nobody takes connections there.',
  connect_timeout: 'No connection came about in time.',
  tls: 'The certificate of the host was not accepted.',
  timeout: 'The answer did not come in time.',
  reset: 'The connection was cut before there was an answer.',
  stale_connection: 'The other side had closed the connection; whether the call arrived is not known.',
  too_long_headers: 'The answer began with more headers than are read.',
  protocol: 'The answer was no HTTP.',
  aborted: 'The call was broken off here.',
  failure: 'The call failed here.',
  sealed_header: 'A secret header could not be opened here.',
  sealed_secret: 'The secret of the webhook could not be opened here: give it a new one.',
  no_mail_server: 'No mail server is set up.',
  mail_server: 'The mail server did not take it.',
  paused_by_hand: 'Somebody paused it.',
};

export function formatCallError(word: string | null): string {
  if (word === null) return 'Nobody answered.';
  const status = /^status_(\d+)$/.exec(word)?.[1];
  if (status !== undefined) return formatStatus(Number(status));
  return sentences[word] ?? `Nobody answered (${word}).`;
}

/** What an answer means, for who does not know the numbers by heart. */
export function formatStatus(status: number): string {
  const meaning =
    status < 300
      ? 'it was taken'
      : status < 400
        ? 'it sends elsewhere, which is not followed'
        : status === 401 || status === 403
          ? 'it does not let us in'
          : status === 404 || status === 410
            ? 'there is nothing at this address'
            : status === 429
              ? 'it has had too many calls'
              : status < 500
                ? 'it does not take the call as it is'
                : 'it is not well itself';
  return `Answered ${status}: ${meaning}.`;
}
