import { restrictions, unrestrictedLayers, type Restriction } from './restrictions.ts';
import { layerNames, layers, serverLayers, type Layer, type LayerName } from './rules.ts';

/**
 * Groups of layers that occur in several rows of the table. The table shows the name of the group instead of its
 * layers.
 */
const groups: readonly (readonly [name: string, members: readonly LayerName[]])[] = [
  ['server layers', serverLayers],
  ['browser and development layers', unrestrictedLayers],
];

export function rulesTable(): string {
  const layerRows = layerNames.map((name) => {
    const layer = layers[name];
    return [code([name]), code(layer.paths), describeImports(layer), describePackages(layer)];
  });
  const restrictionRows = restrictions.map((restriction) => [
    describeRestricted(restriction),
    [
      listLayers(restriction.allowedIn, restriction.allowedFiles),
      ...(restriction.testsBesideCodeToo ? ['tests next to code'] : []),
    ].join(', '),
    restriction.reason,
  ]);
  return [
    groups.map(([name, members]) => `- **${name}**: ${code(members)}`).join('\n'),
    markdownTable(['Layer', 'Files', 'May import', 'Packages'], layerRows),
    markdownTable(['Restricted', 'Allowed in', 'Reason'], restrictionRows),
  ].join('\n\n');
}

function describeImports({ mayImport, mayImportFiles = [], subfoldersApart }: Layer): string {
  const own = subfoldersApart ? ['the same subfolder'] : [];
  return [...own, listLayers(mayImport, mayImportFiles)].join(', ');
}

function listLayers(names: readonly LayerName[], files: readonly string[] = []): string {
  const printed = groups.filter(([, members]) => members.every((member) => names.includes(member)));
  const rest = names.filter((name) => !printed.some(([, members]) => members.includes(name)));
  return [...printed.map(([name]) => name), code([...rest, ...files])]
    .filter((part) => part !== '')
    .join(', ');
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
