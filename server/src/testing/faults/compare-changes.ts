import { group, type Problem } from './problem.ts';

export type SentChange = {
  landing: number;
  revision: number;
  // Undefined if there was no answer or an internal error, so that the change may or may not have been stored.
  isAccepted: boolean | undefined;
};

// Revisions of one landing page: in its history, in its current version, and in a visitor's redirect.
export type StoredRevisions = { history: number[]; current: number; served: number };

// Compares the changes that the API accepted with the history, the current version and the served version.
export function compareChanges(sent: readonly SentChange[], stored: readonly StoredRevisions[]): Problem[] {
  return stored.flatMap((landing, number) => {
    const mine = sent.filter((change) => change.landing === number);
    return compareLanding(mine, landing).map(({ what, ids }) => ({
      what,
      ids: ids.map((revision) => `page ${number} revision ${revision}`),
    }));
  });
}

function compareLanding(
  sent: readonly SentChange[],
  { history, current, served }: StoredRevisions,
): Problem[] {
  const find = (isAccepted: boolean) =>
    sent.filter((change) => change.isAccepted === isAccepted).map(({ revision }) => revision);
  const known = new Set(sent.map(({ revision }) => revision));
  const refused = new Set(find(false));
  // Revision 0 is the imported page.
  const changes = history.filter((revision) => revision !== 0);
  const latest = history.at(-1) ?? 0;
  return [
    ...group('change lost', listNames(find(true).filter((revision) => !history.includes(revision)))),
    ...group(
      'change stored more than once',
      listNames(changes.filter((revision, at) => changes.indexOf(revision) !== at)),
    ),
    ...group(
      'change invented',
      listNames(changes.filter((revision) => !known.has(revision) || refused.has(revision))),
    ),
    ...group('change not current', current === latest ? [] : listNames([latest])),
    ...group('change not served', served === current ? [] : listNames([current])),
  ];
}

function listNames(revisions: readonly number[]): string[] {
  return revisions.map(String);
}
