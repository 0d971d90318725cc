import { useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import type { Warning } from '../../../../client/waypost-panel-client.ts';
import type { FieldIssues } from '../describe-error.ts';
import { readSlip, type Slip } from './read-refusal.ts';

type Refused = { issues: FieldIssues; slips: Warning[] };
const nothing: Refused = { issues: {}, slips: [] };

type FieldNotes = {
  /** Whether the contract finds something wrong. */
  hasIssues: boolean;
  errorAt: (path: string) => string | undefined;
  /** All that errorAt has to say. */
  listErrors: () => { path: string; message: string }[];
  /** Whether something is said at a path or anywhere below it. */
  hasErrorIn: (path: string) => boolean;
  warningsAt: (path: string) => Warning[];
  slipAt: (path: string) => Slip | undefined;
  /** Whether all that the server said has its place at one of these fields. */
  isPlaced: (fields: object) => boolean;
  /** Nobody is told of a mistake in what they have not touched, such as the first field of an empty form. */
  leave: (path: string, isTouched: boolean) => void;
  tryToSave: () => void;
  refuse: (refused: Refused) => void;
  /** What was said about these is old. */
  forget: (change: object) => void;
  /** After a save, with what it warned of. */
  clear: (warnings: Warning[]) => void;
};

/** What is said about fields: by the contract once they were left, by the server after a save, and of what is stored. */
export function useFieldNotes(schema: z.ZodObject, body: unknown, stored: Warning[]): FieldNotes {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setTried] = useState(false);
  const [refused, refuse] = useState(nothing);
  const [warnings, setWarnings] = useWarnings(stored);
  const issues = useMemo(() => readIssues(schema.safeParse(body)), [schema, body]);
  const isSaid = (path: string) => isTried || isLeft(left, path);
  const errorAt = (path: string) => refused.issues[path] ?? (isSaid(path) ? issues[path] : undefined);
  return {
    hasIssues: Object.keys(issues).length > 0,
    errorAt,
    listErrors: () => listErrors(new Set([...Object.keys(issues), ...Object.keys(refused.issues)]), errorAt),
    hasErrorIn: (path) => {
      const isIn = (other: string) => other === path || other.startsWith(`${path}.`);
      return (
        Object.keys(refused.issues).some(isIn) ||
        Object.keys(issues).some((other) => isIn(other) && isSaid(other))
      );
    },
    warningsAt: (path) => warnings.filter((warning) => warning.path === path),
    slipAt: (path) => refused.slips.filter((slip) => slip.path === path).map(readSlip)[0],
    isPlaced: (fields) => {
      const paths = Object.keys(refused.issues);
      return paths.length > 0 && paths.every((path) => topOf(path) in fields);
    },
    leave: (path, isTouched) =>
      setLeft((before) => (before.has(path) || !isTouched ? before : new Set([...before, path]))),
    tryToSave: () => setTried(true),
    refuse,
    forget: (change) => {
      const isKept = ({ path }: { path: string }) => !(topOf(path) in change);
      setWarnings((before) => before.filter(isKept));
      refuse((before) => ({
        issues: Object.fromEntries(Object.entries(before.issues).filter(([path]) => isKept({ path }))),
        slips: before.slips.filter(isKept),
      }));
    },
    clear: (now) => {
      setLeft(new Set());
      setTried(false);
      refuse(nothing);
      setWarnings(now);
    },
  };
}

/** The warnings of what is stored, until they are changed here. A record that is read again brings those of that moment. */
function useWarnings(stored: Warning[]) {
  const [warnings, setWarnings] = useState(stored);
  const told = JSON.stringify(stored);
  useEffect(() => setWarnings(JSON.parse(told) as Warning[]), [told]);
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

/** The field that a path such as tokens.0.param lies in. */
export function topOf(path: string): string {
  return path.split('.', 1)[0] ?? '';
}

/** Whoever leaves a part of a form has left all that is in it. */
export function isLeft(left: ReadonlySet<string>, path: string): boolean {
  const steps = path.split('.');
  return steps.some((_, at) => left.has(steps.slice(0, at + 1).join('.')));
}

/** In the words that the server would use. The first remark about a field is enough. */
function readIssues(result: z.ZodSafeParseResult<unknown>): FieldIssues {
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? [])
    found[path.join('.')] ??= message.slice(0, 1).toUpperCase() + message.slice(1);
  return found;
}
