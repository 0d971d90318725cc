import { readSource, type SourceFile } from './read-source.ts';
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
    ...imports.flatMap(({ specifier, line }) => at(line, checkImport(importer, specifier, known))),
    ...uses.flatMap(({ use, line }) => at(line, checkUse(importer, use))),
  ];
}

function checkImport(importer: Importer, specifier: string, known: ReadonlySet<string>): Finding[] {
  const target = resolveImport(importer.path, specifier);
  if (target.kind === 'package') return checkPackage(importer, target.name);
  if (target.kind === 'unresolvable' || !known.has(target.path)) {
    return [{ rule: 'missing-target', message: `"${specifier}" leads to no file of this repository` }];
  }
  return checkTargetFile(importer, target.path);
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

function checkPackage(importer: Importer, name: string): Finding[] {
  const allowed = layers[importer.layer].packages;
  const isAllowed =
    allowed === undefined ||
    importer.isTest ||
    allowed.includes(name) ||
    (allowed.includes('node:*') && name.startsWith('node:'));
  const foreign = { rule: 'package', message: `${importer.layer} may not import the package ${name}` };
  return [
    ...(isAllowed ? [] : [foreign]),
    ...checkRestrictions(importer, name, (restriction) => restriction.modules.includes(name)),
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
    .filter(({ testsBesideCodeToo }) => !(testsBesideCodeToo && importer.isTest))
    .map(({ rule, reason }) => ({ rule, message: `${importer.layer} may not use ${what}: ${reason}` }));
}

function findLayer(path: string): LayerName | undefined {
  return layerNames.find((name) =>
    layers[name].paths.some((own) => (own.endsWith('/') ? path.startsWith(own) : path === own)),
  );
}

function unknownLayer(path: string): Finding {
  return { rule: 'unknown-layer', message: `${path} lies in no layer that the table knows` };
}

function isTestFile(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}
