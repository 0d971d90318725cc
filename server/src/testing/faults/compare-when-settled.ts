import { pollUntil } from '../poll-until.ts';
import { Database } from '../../store/database/database.ts';
import { compareAnswers, type Comparison } from './compare-answers.ts';
import { compareChanges } from './compare-changes.ts';
import type { FaultInstallation } from './fault-installation.ts';
import type { FaultLoad } from './fault-load.ts';
import type { FaultWorkspace } from './fault-workspace.ts';
import { sumLateRows } from './late-rows-in-log.ts';
import type { PostbackReceiver } from './postback-receiver.ts';
import { describeProblem, type Problem } from './problem.ts';
import type { Publisher } from './publisher.ts';
import { readStoredRevisions, readStoredTraffic } from './read-stored.ts';
import { waitUntilSettled } from './settle.ts';
import type { Timeline } from './timeline.ts';

type Parts = {
  installation: FaultInstallation;
  workspace: FaultWorkspace;
  receiver: PostbackReceiver;
  load: FaultLoad;
  publisher: Publisher;
};

type SettleOptions = {
  settleMs: number;
  // Another edge takes over the spool of a stopped edge after a minute. Without this option, the comparison waits for
  // this, even if nothing is missing.
  ignoresStopped: boolean;
  timeline: Timeline;
};

// Late arrivals, such as clicks that are completed by a scheduled job, are given some time.
const recheckMs = 5_000;

// Waits until nothing is on its way anymore, and compares what was answered with what is stored.
export async function compareWhenSettled(
  parts: Parts,
  { settleMs, ignoresStopped, timeline }: SettleOptions,
): Promise<Comparison> {
  const { installation } = parts;
  const database = new Database(installation.addresses().postgres, { connectionsMax: 2 });
  try {
    const deadline = performance.now() + settleMs;
    const leftMs = () => Math.max(0, deadline - performance.now());
    let described = '';
    let last: Comparison = { problems: [], lostLate: { visits: [], clicks: [] } };
    const compare = async () => {
      const pending = await waitUntilSettled(installation, database, {
        timeoutMs: leftMs(),
        ignoresStopped,
      });
      timeline.add(pending === undefined ? 'nothing is pending' : `still pending: ${pending}`);
      last = await compareAll(parts, database);
      if (pending !== undefined) last.problems.push({ what: 'still pending', ids: [pending] });
      const before = described;
      described = last.problems.map((problem) => `PROBLEM ${describeProblem(problem)}`).join('\n');
      if (described !== before) timeline.add(described === '' ? 'no problems' : described);
      return last.problems.length === 0 ? true : undefined;
    };
    await pollUntil(compare, { timeoutMs: settleMs, intervalMs: recheckMs });
    const { visits, clicks } = last.lostLate;
    timeline.add(`lost after a late answer: ${visits.length} visits, ${clicks.length} clicks`);
    return last;
  } finally {
    await database.close();
  }
}

async function compareAll(parts: Parts, database: Database): Promise<Comparison> {
  const { installation, workspace, receiver, load, publisher } = parts;
  const reading = { installation, workspace, database };
  // The visits of this step must be recorded before the traffic is compared.
  const revisions = await readStoredRevisions(reading, load);
  await waitUntilSettled(installation, database, { timeoutMs: recheckMs * 2, ignoresStopped: true });
  const stored = await readStoredTraffic(reading, receiver.received);
  const compared = compareAnswers(load.visitors, stored, sumLateRows(installation.output()));
  const problems: Problem[] = [...compared.problems, ...compareChanges(publisher.changes, revisions)];
  return { ...compared, problems: [...problems, ...findUnexpectedAnswers(load.results)] };
}

// Visits are redirected or, while no edge is running, not answered at all. An incoming postback that cannot be stored
// is answered with 503.
const expectedAnswers = /^(?:(?:visit|click) (?:302|\D.*)|incoming postback (?:200|503|\D.*))$/;

function findUnexpectedAnswers(results: ReadonlyMap<string, number>): Problem[] {
  const unexpected = [...results].filter(([name]) => !expectedAnswers.test(name));
  return unexpected.length === 0
    ? []
    : [{ what: 'unexpected answer', ids: unexpected.map(([name, count]) => `${name}: ${count}`) }];
}
