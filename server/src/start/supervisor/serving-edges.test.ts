import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ServingEdges } from './serving-edges.ts';

function makeEdge() {
  const { promise: leaving, resolve: leave } = Promise.withResolvers<void>();
  const edge = {
    isServing: false,
    leaving,
    leave,
    canServe: true,
    serve: async () => {
      // A real edge takes a few milliseconds to start serving.
      await setTimeout(1);
      edge.isServing = edge.canServe;
      return edge.canServe;
    },
  };
  return edge;
}

async function makeEdges(wanted: number, count: number) {
  const group = new ServingEdges(wanted);
  const edges = Array.from({ length: count }, makeEdge);
  for (const edge of edges) await group.add(edge);
  const serving = () => edges.map(({ isServing }) => isServing);
  const exit = async (index: number) => {
    const edge = edges[index];
    if (edge === undefined) return;
    edge.isServing = false;
    edge.leave();
  };
  return { group, edges, serving, exit };
}

describe('ServingEdges', () => {
  it('starts serving with the target number of edges and keeps the others on standby', async () => {
    const { serving } = await makeEdges(2, 4);
    expect(serving()).toEqual([true, true, false, false]);
  });

  it('replaces a serving edge that exits with a standby edge, and keeps the restarted edge on standby', async () => {
    const { group, serving, exit } = await makeEdges(1, 2);
    await exit(0);
    await expect.poll(serving).toEqual([false, true]);
    const restarted = makeEdge();
    await group.add(restarted);
    expect(restarted.isServing).toBe(false);
  });

  it('starts serving with a restarted edge at once when no other edge is left', async () => {
    const { group, exit } = await makeEdges(1, 1);
    await exit(0);
    const restarted = makeEdge();
    await group.add(restarted);
    expect(restarted.isServing).toBe(true);
  });

  it('never replaces a serving edge with a standby edge that has exited', async () => {
    const { serving, exit } = await makeEdges(1, 3);
    await exit(1);
    await exit(0);
    await expect.poll(serving).toEqual([false, false, true]);
  });

  it('lets a standby edge serve before `retire` of a serving edge resolves', async () => {
    const { group, edges, serving } = await makeEdges(1, 3);
    const [first] = edges;
    if (first === undefined) return;
    await group.retire(first);
    expect(serving()).toEqual([true, true, false]);
    expect(edges.map((edge) => group.isServing(edge))).toEqual([false, true, false]);
    expect(group.isComplete).toBe(true);
  });

  it('keeps a serving edge if no other edge starts serving', async () => {
    const { group, edges } = await makeEdges(1, 2);
    const [first, second] = edges;
    if (first === undefined || second === undefined) return;
    second.canServe = false;
    await expect(group.retire(first)).rejects.toThrow('no other edge is ready');
    expect(group.isComplete).toBe(false);
    group.keep(first);
    expect(edges.map((edge) => group.isServing(edge))).toEqual([true, false]);
  });

  it('does not mark an edge as serving after `keep` if the edge is on standby or has exited', async () => {
    const { group, edges, exit } = await makeEdges(1, 2);
    const [first, second] = edges;
    if (first === undefined || second === undefined) return;
    group.keep(second);
    expect(group.isServing(second)).toBe(false);
    await exit(0);
    await expect.poll(() => group.isServing(second)).toBe(true);
    group.keep(first);
    expect(group.isServing(first)).toBe(false);
  });

  it('tries the next standby edge if one does not start serving', async () => {
    const { edges, serving, exit } = await makeEdges(1, 3);
    if (edges[1] !== undefined) edges[1].canServe = false;
    await exit(0);
    await expect.poll(serving).toEqual([false, false, true]);
  });

  it('does not replace edges that exit while all edges are being stopped', async () => {
    const { group, serving, exit } = await makeEdges(1, 2);
    group.stop();
    await exit(0);
    expect(serving()).toEqual([false, false]);
  });
});
