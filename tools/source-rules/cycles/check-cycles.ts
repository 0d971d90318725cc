import { findFolder } from '../directions/find-layer.ts';
import { isTestFile, type Source } from '../reading/read-source.ts';
import type { Violation } from '../violation.ts';
import { findCycles } from './find-cycles.ts';

/** The imports from one file or folder to another: the location of the first import and the number of imports. */
type ImportEdge = { file: string; line: number; imports: number };
type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, ImportEdge>>;
type PlaceOf = (path: string) => string;

/** Reports files that import each other in a cycle, including type imports. */
export function checkFileCycles(sources: readonly Source[]): Violation[] {
  const steps = collectImports(sources, (path) => path);
  return listCycles(steps).map((circle) => ({
    rule: 'file-circle',
    ...describeCircle(circle, steps, 'move the shared code to a file that imports none of them'),
  }));
}

/** Reports folders in a layer that import each other in a cycle. A file directly in the layer counts as a folder. */
export function checkFolderCycles(sources: readonly Source[]): Violation[] {
  const steps = collectImports(sources, findFolder);
  return listCycles(steps)
    .filter((circle) => circle.some((place) => place.endsWith('/')))
    .map((circle) => ({
      rule: 'folder-circle',
      ...describeCircle(
        circle,
        steps,
        'move files so that the folders import each other in only one direction',
      ),
    }));
}

function listCycles(steps: ImportGraph): string[][] {
  return findCycles(new Map([...steps].map(([from, targets]) => [from, new Set(targets.keys())])));
}

/** Collects the imports between files or folders. Tests are excluded, because no file imports them. */
function collectImports(sources: readonly Source[], placeOf: PlaceOf): ImportGraph {
  const steps = new Map<string, Map<string, ImportEdge>>();
  for (const { path, imports } of sources.filter((source) => !isTestFile(source.path))) {
    const from = placeOf(path);
    const targets = steps.get(from) ?? new Map<string, ImportEdge>();
    steps.set(from, targets);
    for (const { target, line } of imports) {
      if (target.kind !== 'file') continue;
      const to = placeOf(target.path);
      // Files in the same folder may import each other, but a file may not import itself.
      if (to === from && target.path !== path) continue;
      const known = targets.get(to) ?? { file: path, line, imports: 0 };
      targets.set(to, { ...known, imports: known.imports + 1 });
    }
  }
  return steps;
}

function describeCircle(circle: readonly string[], steps: ImportGraph, advice: string) {
  const ring = [...circle, ...circle.slice(0, 1)];
  const taken = circle.flatMap((from, index) => steps.get(from)?.get(ring[index + 1] ?? '') ?? []);
  const places = taken.map(
    ({ file, line, imports }) => `${file}:${line}${imports === 1 ? '' : ` and ${imports - 1} more`}`,
  );
  return {
    file: taken[0]?.file ?? '',
    line: taken[0]?.line ?? 1,
    message: `${ring.join(' -> ')}, by ${places.join(', ')}: ${advice}`,
  };
}
