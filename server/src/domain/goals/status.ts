import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';

/** Without blanks, hyphens and underscores. A number other than 1 means something else with every network. */
const usualWords: Record<ConversionStatus, string> = {
  approved:
    '1 approved approve accepted accept confirmed confirm valid verified paid payable sale sold purchase rebill ' +
    'success successful succeeded ok yes true completed complete done finalized locked',
  hold:
    'hold onhold held pending lead new open created registered waiting wait awaiting processing inprogress ' +
    'inprocess review inreview underreview unconfirmed unapproved unverified delayed',
  rejected:
    'rejected reject declined decline denied deny disapproved trash spam fraud invalid cancelled canceled cancel ' +
    'failed fail error void voided reversed reversal duplicate deleted no false',
  refunded: 'refunded refund chargeback chargedback moneyback',
};

const ownWords = new Map(
  (Object.entries(usualWords) as [ConversionStatus, string][]).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status] as const),
  ),
);

/** `none` where no word came; `unknown` for one that could mean anything: counting it could be as wrong as not. */
export function readStatus(
  word: string,
  statusMap: Readonly<Record<string, ConversionStatus>>,
): ConversionStatus | 'none' | 'unknown' {
  const lower = word.trim().toLowerCase();
  if (lower === '') return 'none';
  if (Object.hasOwn(statusMap, lower)) return statusMap[lower] ?? 'unknown';
  return ownWords.get(lower.replaceAll(/[\s_-]+/g, '')) ?? 'unknown';
}

/**
 * Networks repeat what they could not deliver, so an earlier status may come late: it must not turn back a later one.
 * What comes late to us alone, after it waited or was applied again, is told by its time instead.
 */
const moves: Readonly<Record<ConversionStatus, readonly ConversionStatus[]>> = {
  hold: ['approved', 'rejected', 'refunded'],
  approved: ['rejected', 'refunded'],
  // Networks do change their mind about these.
  rejected: ['approved'],
  refunded: [],
};

export function mayMove(from: ConversionStatus, to: ConversionStatus): boolean {
  return moves[from].includes(to);
}

/** Whether it is counted as an event, and as a conversion where it is one. */
export function isCounting(status: ConversionStatus): boolean {
  return status !== 'rejected';
}

/** Whether its revenue counts. */
export function isEarning(status: ConversionStatus): boolean {
  return status === 'hold' || status === 'approved';
}
