import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';

// Status words of networks, without spaces, hyphens and underscores. The only number is 1, because networks use other
// numbers with different meanings.
const builtInWords: Record<ConversionStatus, string> = {
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

const statusByWord = new Map(
  (Object.entries(builtInWords) as [ConversionStatus, string][]).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status] as const),
  ),
);

/**
 * Reads a status. Returns `none` if no status was sent, and `unknown` for unknown words, because counting such events
 * could be as wrong as ignoring them.
 */
export function readStatus(
  word: string,
  statusMap: Readonly<Record<string, ConversionStatus>>,
): ConversionStatus | 'none' | 'unknown' {
  const lower = word.trim().toLowerCase();
  if (lower === '') return 'none';
  if (Object.hasOwn(statusMap, lower)) return statusMap[lower] ?? 'unknown';
  return statusByWord.get(lower.replaceAll(/[\s_-]+/g, '')) ?? 'unknown';
}

// Allowed status changes. Networks retry postbacks, so an earlier status may arrive late and must not revert a later
// status. Delays on Waypost's side are detected by the time of receipt.
const moves: Readonly<Record<ConversionStatus, readonly ConversionStatus[]>> = {
  hold: ['approved', 'rejected', 'refunded'],
  approved: ['rejected', 'refunded'],
  // Networks sometimes approve a conversion that they have rejected.
  rejected: ['approved'],
  refunded: [],
};

export function mayMove(from: ConversionStatus, to: ConversionStatus): boolean {
  return moves[from].includes(to);
}

export function isCounting(status: ConversionStatus): boolean {
  return status !== 'rejected';
}

export function isEarning(status: ConversionStatus): boolean {
  return status === 'hold' || status === 'approved';
}
