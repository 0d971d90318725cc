import { restrictions, type Restriction } from './restrictions.ts';
import { layerNames, layers, type Layer } from './rules.ts';

/** Returns the rules as Markdown tables for the documentation. */
export function rulesTable(): string {
  const layerRows = layerNames.map((name) => {
    const layer = layers[name];
    return [code([name]), code(layer.paths), describeImports(layer), describePackages(layer)];
  });
  const restrictionRows = restrictions.map((restriction) => [
    describeRestricted(restriction),
    code([...restriction.allowedIn, ...(restriction.allowedFiles ?? [])]) +
      (restriction.testsBesideCodeToo ? ', tests next to code' : ''),
    restriction.reason,
  ]);
  return [
    markdownTable(['Layer', 'Files', 'May import', 'Packages'], layerRows),
    markdownTable(['Restricted', 'Allowed in', 'Reason'], restrictionRows),
  ].join('\n\n');
}

function describeImports({ mayImport, mayImportFiles = [], subfoldersApart }: Layer): string {
  const own = subfoldersApart ? 'the same subfolder' : 'itself';
  return [own, code([...mayImport, ...mayImportFiles])].filter((part) => part !== '').join(', ');
}

function describePackages({ packages }: Layer): string {
  return packages === undefined ? 'any' : code(packages);
}

function describeRestricted({ uses, modules, folders = [], harmlessNames }: Restriction): string {
  const restricted = code([...uses, ...modules, ...folders]);
  return harmlessNames === undefined ? restricted : `${restricted}, except types and ${code(harmlessNames)}`;
}

function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function markdownTable(header: string[], rows: string[][]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
