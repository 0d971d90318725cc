import { WaypostApiError, type Warning } from '../../../../client/waypost-panel-client.ts';
import { describeError, type FieldIssues } from '../api/describe-error.ts';

type Stale = {
  current: unknown;
  changedAt: string | null;
  changedBy: string | null;
};

type Refusal = { issues: FieldIssues; typos: Warning[]; stale: Stale | undefined };

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
    typos: details.warnings ?? [],
    stale: isStale
      ? {
          current: details.current,
          changedAt: details.changedAt ?? null,
          changedBy: details.changedBy?.label ?? null,
        }
      : undefined,
  };
}

export type Typo = { written: string; meant: string };

export function readTypo({ message, suggestion }: Warning): Typo | undefined {
  const written = /^\S+/.exec(message)?.[0];
  return suggestion === undefined || written === undefined ? undefined : { written, meant: suggestion };
}

export function correctTypo<Value>(value: Value, { written, meant }: Typo): Value {
  if (typeof value === 'string') return correctText(value, { written, meant }) as Value;
  if (Array.isArray(value))
    return value.map((item: unknown) => correctTypo(item, { written, meant })) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, item]) => [name, correctTypo(item, { written, meant })]);
  return Object.fromEntries(fields) as Value;
}

/** Corrects a misspelled macro. In `{clickid&x={clickid}`, replaces only the macro without a closing brace. */
function correctText(text: string, { written, meant }: Typo): string {
  const whole = meant.includes(written) ? text.split(meant) : [text];
  return whole.map((part) => part.replaceAll(written, () => meant)).join(meant);
}
