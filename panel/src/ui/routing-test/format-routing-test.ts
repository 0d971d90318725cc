import { formatShare } from '../../lib/format/format-share.ts';

const states: Readonly<Record<string, string>> = {
  disabled: 'disabled',
  archived: 'archived',
  weightless: 'weight 0',
  full: 'cap reached',
};

export function formatState({
  share,
  state,
  isKept,
}: {
  share: number;
  state: string;
  isKept: boolean;
}): string {
  const why = states[state];
  return [formatShare(share), ...(why === undefined ? [] : [why]), ...(isKept ? ['sticky'] : [])].join(', ');
}

export function formatMacros(macros: readonly { state: string }[]): string {
  const countState = (state: string) => macros.filter((macro) => macro.state === state).length;
  const parts = (['empty', 'unknown'] as const).flatMap((state) =>
    countState(state) === 0 ? [] : [`${countState(state)} ${state}`],
  );
  return [`${macros.length} ${macros.length === 1 ? 'macro' : 'macros'}`, ...parts].join(', ');
}

export function formatVerdict({
  isServed,
  wins,
  holds,
}: {
  isServed: boolean;
  wins: boolean;
  holds: boolean | null;
}): string {
  if (!isServed) return 'skipped';
  if (wins) return 'matched';
  if (holds === null) return 'unknown';
  return holds ? 'matches, but an earlier rule wins' : 'no match';
}
