import { FairTurns } from '../../platform/fair-turns.ts';

// A workspace that asks for much at once waits for itself; others find the way free.
const turns = new FairTurns(3, 10_000);

export async function takeTurn<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
  return await turns.take(workspaceId, work);
}
