import type { Import } from '../reading/read-imports.ts';
import { isTestFile, type Source } from '../reading/read-source.ts';
import type { Use } from '../reading/read-uses.ts';
import type { Violation } from '../violation.ts';
import { findLayer, isAmong } from './find-layer.ts';
import { restrictions, type Restriction } from './restrictions.ts';
import { importableBy, layers, type LayerName } from './rules.ts';

type Importer = { path: string; layer: LayerName; isTest: boolean };
type Finding = { rule: string; message: string };

/** Checks all imports. Assets, such as style sheets, can be imported but import nothing themselves. */
export function checkImports(sources: readonly Source[], assets: readonly string[] = []): Violation[] {
  const known = new Set([...sources.map(({ path }) => path), ...assets]);
  return sources.flatMap((source) => checkSource(source, known));
}

function checkSource(source: Source, known: ReadonlySet<string>): Violation[] {
  const { path, imports, uses, syntaxErrors } = source;
  const at = (line: number, findings: Finding[]): Violation[] =>
    findings.map((finding) => ({ file: path, line, ...finding }));

  const layer = findLayer(path);
  if (layer === undefined) return at(1, [unknownLayer(path)]);
  const importer: Importer = { path, layer, isTest: isTestFile(path) };
  return [
    ...syntaxErrors.flatMap(({ message, line }) => at(line, [{ rule: 'syntax', message }])),
    ...imports.flatMap((one) => at(one.line, checkImport(importer, one, known))),
    ...uses.flatMap(({ use, line }) => at(line, checkUse(importer, use))),
  ];
}

function checkImport(
  importer: Importer,
  { specifier, target, values }: Import,
  known: ReadonlySet<string>,
): Finding[] {
  if (target.kind === 'package') return checkPackage(importer, target.name, values);
  if (target.kind === 'unresolvable' || !known.has(target.path)) {
    return [{ rule: 'missing-target', message: `"${specifier}" does not match a file of this repository` }];
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
    return [{ rule: 'test-file', message: `test files cannot be imported (${path})` }];
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
  const message = `folders of ${importer.layer} may not import each other (${path})`;
  return [{ rule: 'neighbor', message }];
}

function checkPackage(importer: Importer, name: string, values: readonly string[]): Finding[] {
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
      const isHarmless = harmlessNames !== undefined && values.every((one) => harmlessNames.includes(one));
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

function unknownLayer(path: string): Finding {
  return { rule: 'unknown-layer', message: `${path} belongs to no layer; add it to rules.ts` };
}
