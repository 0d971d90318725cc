import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { capitalize } from '../capitalize.ts';
import type { Warning } from '../../../../client/waypost-panel-client.ts';
import type { FieldIssues } from '../describe-error.ts';
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
   * Marks a field as left. A field that was left untouched, such as the first field in an empty form, does not show
   * errors.
   */
  leave: (path: string, isTouched: boolean) => void;
  tryToSave: () => void;
  refuse: (refused: Refused) => void;
  forget: (change: object) => void;
  clear: (warnings: Warning[]) => void;
};

/**
 * Returns messages for fields: errors from the contract once a field was left, errors from the server after a save, and
 * warnings stored with the record.
 */
export function useFieldNotes(schema: z.ZodObject, body: unknown, stored: Warning[]): FieldNotes {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, refuse] = useState(nothing);
  const [warnings, setWarnings] = useWarnings(stored);
  const issues = useMemo(() => readIssues(schema.safeParse(body)), [schema, body]);
  const isVisible = (path: string) => isSubmitted || isLeft(left, path);
  const errorAt = (path: string) => refused.issues[path] ?? (isVisible(path) ? issues[path] : undefined);
  return {
    hasIssues: Object.keys(issues).length > 0,
    errorAt,
    listErrors: () => listErrors(new Set([...Object.keys(issues), ...Object.keys(refused.issues)]), errorAt),
    hasErrorIn: (path) => {
      const isIn = (other: string) => other === path || other.startsWith(`${path}.`);
      return (
        Object.keys(refused.issues).some(isIn) ||
        Object.keys(issues).some((other) => isIn(other) && isVisible(other))
      );
    },
    warningsAt: (path) => warnings.filter((warning) => warning.path === path),
    typoAt: (path) => refused.typos.filter((typo) => typo.path === path).map(readTypo)[0],
    isPlaced: (fields) => {
      const paths = Object.keys(refused.issues);
      return paths.length > 0 && paths.every((path) => topOf(path) in fields);
    },
    leave: (path, isTouched) =>
      setLeft((before) => (before.has(path) || !isTouched ? before : new Set([...before, path]))),
    tryToSave: () => setSubmitted(true),
    refuse,
    forget: (change) => {
      const isKept = ({ path }: { path: string }) => !(topOf(path) in change);
      setWarnings((before) => before.filter(isKept));
      refuse((before) => ({
        issues: Object.fromEntries(Object.entries(before.issues).filter(([path]) => isKept({ path }))),
        typos: before.typos.filter(isKept),
      }));
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

function listErrors(
  paths: ReadonlySet<string>,
  errorAt: FieldNotes['errorAt'],
): { path: string; message: string }[] {
  return [...paths].flatMap((path) => {
    const message = errorAt(path);
    return message === undefined ? [] : [{ path, message }];
  });
}

export function topOf(path: string): string {
  return path.split('.', 1)[0] ?? '';
}

/** Returns true if the field was left. Leaving a part of a form also counts as leaving all fields inside it. */
export function isLeft(left: ReadonlySet<string>, path: string): boolean {
  const steps = path.split('.');
  return steps.some((_, at) => left.has(steps.slice(0, at + 1).join('.')));
}

/** Returns the first issue of each field, in the server's wording. */
function readIssues(result: z.ZodSafeParseResult<unknown>): FieldIssues {
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) found[path.join('.')] ??= capitalize(message);
  return found;
}
