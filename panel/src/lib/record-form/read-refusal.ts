import { WaypostApiError, type Warning } from '../../../../client/waypost-panel-client.ts';
import { describeError, type FieldIssues } from '../describe-error.ts';

type Stale = {
  current: unknown;
  changedAt: string | null;
  changedBy: string | null;
};

/** Rejected save, as the form handles it. */
type Refusal = { issues: FieldIssues; slips: Warning[]; stale: Stale | undefined };

export function readRefusal(error: unknown): Refusal {
  const details = (error instanceof WaypostApiError ? error.details : {}) as {
    reason?: unknown;
    current?: unknown;
    changedAt?: string | null;
    changedBy?: { label: string } | null;
    warnings?: Warning[];
  };
  const isStale = details.reason === 'stale' && details.current !== undefined;
  return {
    issues: describeError(error).fields,
    slips: details.warnings ?? [],
    stale: isStale
      ? {
          current: details.current,
          changedAt: details.changedAt ?? null,
          changedBy: details.changedBy?.label ?? null,
        }
      : undefined,
  };
}

/** Probable typo in a macro. */
export type Slip = { written: string; meant: string };

export function readSlip({ message, suggestion }: Warning): Slip | undefined {
  const written = /^\S+/.exec(message)?.[0];
  return suggestion === undefined || written === undefined ? undefined : { written, meant: suggestion };
}

/** Corrects a typo in every string of a value. */
export function correctSlip<Value>(value: Value, { written, meant }: Slip): Value {
  if (typeof value === 'string') return correctText(value, { written, meant }) as Value;
  if (Array.isArray(value))
    return value.map((item: unknown) => correctSlip(item, { written, meant })) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, item]) => [name, correctSlip(item, { written, meant })]);
  return Object.fromEntries(fields) as Value;
}

/** In `{clickid&x={clickid}` only the macro without its closing brace is replaced. */
function correctText(text: string, { written, meant }: Slip): string {
  const whole = meant.includes(written) ? text.split(meant) : [text];
  return whole.map((part) => part.replaceAll(written, () => meant)).join(meant);
}
