import { readSource, type SourceFacts, type SourceFile } from './read-source.ts';
import { resolveImport } from './resolve-import.ts';
import {
  importableBy,
  layerNames,
  layers,
  restrictions,
  type LayerName,
  type Restriction,
  type Use,
} from './rules.ts';

export type Violation = { file: string; line: number; rule: string; message: string };

type Importer = { path: string; layer: LayerName; isTest: boolean };
type Finding = { rule: string; message: string };
type Import = Pick<SourceFacts['imports'][number], 'specifier' | 'takes'>;

/** Assets are files that can be imported but import nothing themselves, such as style sheets. */
export function checkImports(files: readonly SourceFile[], assets: readonly string[] = []): Violation[] {
  const known = new Set([...files.map((file) => file.path), ...assets]);
  return files.flatMap((file) => checkFile(file, known));
}

function checkFile(file: SourceFile, known: ReadonlySet<string>): Violation[] {
  const at = (line: number, findings: Finding[]): Violation[] =>
    findings.map((finding) => ({ file: file.path, line, ...finding }));

  const layer = findLayer(file.path);
  if (layer === undefined) return at(1, [unknownLayer(file.path)]);
  const importer: Importer = { path: file.path, layer, isTest: isTestFile(file.path) };
  const { imports, uses, syntaxErrors } = readSource(file);
  return [
    ...syntaxErrors.flatMap(({ message, line }) => at(line, [{ rule: 'syntax', message }])),
    ...imports.flatMap((one) => at(one.line, checkImport(importer, one, known))),
    ...uses.flatMap(({ use, line }) => at(line, checkUse(importer, use))),
  ];
}

function checkImport(
  importer: Importer,
  { specifier, takes }: Import,
  known: ReadonlySet<string>,
): Finding[] {
  const target = resolveImport(importer.path, specifier);
  if (target.kind === 'package') return checkPackage(importer, target.name, takes);
  if (target.kind === 'unresolvable' || !known.has(target.path)) {
    return [{ rule: 'missing-target', message: `"${specifier}" leads to no file of this repository` }];
  }
  return [
    ...checkTargetFile(importer, target.path),
    ...checkRestrictions(importer, target.path, ({ folders = [] }) => isAmong(target.path, folders)),
  ];
}

function checkTargetFile(importer: Importer, path: string): Finding[] {
  const layer = findLayer(path);
  if (layer === undefined) return [unknownLayer(path)];
  if (isTestFile(path)) {
    return [{ rule: 'test-file', message: `nothing may import the test file ${path}` }];
  }
  if (layer === importer.layer) return checkSubfolders(importer, path);
  if (importableBy(importer.layer, importer.isTest).includes(layer)) return [];
  if (layers[importer.layer].mayImportFiles?.includes(path)) return [];
  return [{ rule: 'layer', message: `${importer.layer} may not import ${layer} (${path})` }];
}

function checkSubfolders(importer: Importer, path: string): Finding[] {
  const { subfoldersApart, paths } = layers[importer.layer];
  if (!subfoldersApart) return [];
  const subfolder = (file: string) => file.slice(paths[0].length).split('/')[0];
  if (subfolder(path) === subfolder(importer.path)) return [];
  const message = `each folder of ${importer.layer} stands alone, it may not import ${path}`;
  return [{ rule: 'neighbour', message }];
}

function checkPackage(importer: Importer, name: string, takes: readonly string[]): Finding[] {
  const allowed = layers[importer.layer].packages;
  const isAllowed =
    allowed === undefined ||
    importer.isTest ||
    allowed.includes(name) ||
    (allowed.includes('node:*') && name.startsWith('node:'));
  const foreign = { rule: 'package', message: `${importer.layer} may not import the package ${name}` };
  return [
    ...(isAllowed ? [] : [foreign]),
    ...checkRestrictions(importer, name, ({ modules, harmlessNames }) => {
      const isHarmless = harmlessNames !== undefined && takes.every((one) => harmlessNames.includes(one));
      return modules.includes(name) && !isHarmless;
    }),
  ];
}

function checkUse(importer: Importer, use: Use): Finding[] {
  return checkRestrictions(importer, use, (restriction) => restriction.uses.includes(use));
}

function checkRestrictions(
  importer: Importer,
  what: string,
  concerns: (restriction: Restriction) => boolean,
): Finding[] {
  return restrictions
    .filter(concerns)
    .filter(({ allowedIn }) => !allowedIn.includes(importer.layer))
    .filter(({ allowedFiles = [] }) => !isAmong(importer.path, allowedFiles))
    .filter(({ testsBesideCodeToo }) => !(testsBesideCodeToo && importer.isTest))
    .map(({ rule, reason }) => ({ rule, message: `${importer.layer} may not use ${what}: ${reason}` }));
}

function findLayer(path: string): LayerName | undefined {
  return layerNames.find((name) => isAmong(path, layers[name].paths));
}

/** Folders end with a slash; anything else is one file. */
function isAmong(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

function unknownLayer(path: string): Finding {
  return { rule: 'unknown-layer', message: `${path} lies in no layer that the table knows` };
}

function isTestFile(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}
