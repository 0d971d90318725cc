import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import type { Warning } from '../../../../client/waypost-panel-client.ts';
import type { FieldIssues } from '../api/describe-error.ts';
import { readTypo, type Typo } from './read-refusal.ts';

type Refused = { issues: FieldIssues; typos: Warning[] };
const nothing: Refused = { issues: {}, typos: [] };

type FieldNotes = {
  hasIssues: boolean;
  errorAt: (path: string) => string | undefined;
  listErrors: () => { path: string; message: string }[];
  hasErrorIn: (path: string) => boolean;
  warningsAt: (path: string) => Warning[];
  typoAt: (path: string) => Typo | undefined;
  /** True if every error from the server belongs to one of these fields. */
  isPlaced: (fields: object) => boolean;
  /**
   * Marks a field as visited. A field that was left without being changed, such as the first field in an empty form,
   * does not show errors.
   */
  leave: (path: string, isTouched: boolean) => void;
  tryToSave: () => void;
  refuse: (refused: Refused) => void;
  forget: (change: object) => void;
  clear: (warnings: Warning[]) => void;
};

/**
 * Returns messages for fields: errors from the contract once the focus has left a field, errors from the server after a
 * save, and warnings stored with the record.
 */
export function useFieldNotes(schema: z.ZodObject, body: unknown, stored: Warning[]): FieldNotes {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, refuse] = useState(nothing);
  const [warnings, setWarnings] = useWarnings(stored);
  const issues = useMemo(() => readIssues(schema.safeParse(body)), [schema, body]);
  return {
    ...readNotes({ issues, refused, warnings, left, isSubmitted }),
    leave: (path, isTouched) =>
      setLeft((before) => (before.has(path) || !isTouched ? before : new Set([...before, path]))),
    tryToSave: () => setSubmitted(true),
    refuse,
    forget: (change) => {
      setWarnings((before) => before.filter((warning) => !isInside(warning, change)));
      refuse((before) => withoutFields(before, change));
    },
    clear: (now) => {
      setLeft(new Set());
      setSubmitted(false);
      refuse(nothing);
      setWarnings(now);
    },
  };
}

/** Returns the current warnings. They are replaced when the record is refetched. */
function useWarnings(stored: Warning[]) {
  const [warnings, setWarnings] = useState(stored);
  const serialized = JSON.stringify(stored);
  useEffect(() => setWarnings(JSON.parse(serialized) as Warning[]), [serialized]);
  return [warnings, setWarnings] as const;
}

type Notes = {
  /** Errors of the contract, by field. */
  issues: FieldIssues;
  refused: Refused;
  warnings: readonly Warning[];
  left: ReadonlySet<string>;
  isSubmitted: boolean;
};

type ReadNotes = Omit<FieldNotes, 'leave' | 'tryToSave' | 'refuse' | 'forget' | 'clear'>;

/** Decides which messages are shown. Errors from the server are always shown and replace errors from the contract. */
export function readNotes({ issues, refused, warnings, left, isSubmitted }: Notes): ReadNotes {
  const isVisible = (path: string) => isSubmitted || isLeft(left, path);
  const errorAt = (path: string) => refused.issues[path] ?? (isVisible(path) ? issues[path] : undefined);
  const paths = [...new Set([...Object.keys(issues), ...Object.keys(refused.issues)])];
  return {
    hasIssues: Object.keys(issues).length > 0,
    errorAt,
    listErrors: () =>
      paths.flatMap((path) => {
        const message = errorAt(path);
        return message === undefined ? [] : [{ path, message }];
      }),
    hasErrorIn: (path) =>
      paths.some((other) => (other === path || other.startsWith(`${path}.`)) && errorAt(other) !== undefined),
    warningsAt: (path) => warnings.filter((warning) => warning.path === path),
    typoAt: (path) => refused.typos.filter((typo) => typo.path === path).map(readTypo)[0],
    isPlaced: (fields) => {
      const refusedPaths = Object.keys(refused.issues);
      return refusedPaths.length > 0 && refusedPaths.every((path) => isInside({ path }, fields));
    },
  };
}

/** Removes the server's messages about the fields in a change. */
export function withoutFields({ issues, typos }: Refused, change: object): Refused {
  return {
    issues: Object.fromEntries(Object.entries(issues).filter(([path]) => !isInside({ path }, change))),
    typos: typos.filter((typo) => !isInside(typo, change)),
  };
}

function isInside({ path }: { path: string }, fields: object): boolean {
  return topOf(path) in fields;
}

export function topOf(path: string): string {
  return path.split('.', 1)[0] ?? '';
}

/** Returns true if the focus has left the field. Leaving part of a form also counts as leaving all fields inside it. */
export function isLeft(left: ReadonlySet<string>, path: string): boolean {
  const steps = path.split('.');
  return steps.some((_, at) => left.has(steps.slice(0, at + 1).join('.')));
}

export function readIssues(result: z.ZodSafeParseResult<unknown>): FieldIssues {
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) found[path.join('.')] ??= capitalize(message);
  return found;
}
