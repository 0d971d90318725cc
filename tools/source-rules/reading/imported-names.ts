import {
  Visitor,
  type ExportNamedDeclaration,
  type Expression,
  type ImportDeclaration,
  type ModuleExportName,
} from 'oxc-parser';
import { memberName, propertyNames } from './expressions.ts';
import type { ParsedFile } from './parse.ts';

/** Names imported from a file; `*` means all exports of the file. */
export type TakenNames = { values: readonly string[]; types: readonly string[] };

type TakenName = { name: string; isType: boolean };

export const everything: TakenNames = { values: ['*'], types: ['*'] };

export function namesOfDeclaration({ importKind, specifiers }: ImportDeclaration): TakenNames {
  // An import without names runs the module, so all of its exports are considered used.
  if (specifiers.length === 0) return { values: importKind === 'type' ? [] : ['*'], types: [] };
  return separate(
    specifiers.map((one) => {
      if (one.type === 'ImportDefaultSpecifier') return { name: 'default', isType: importKind === 'type' };
      if (one.type === 'ImportNamespaceSpecifier') return { name: '*', isType: importKind === 'type' };
      return { name: textOf(one.imported), isType: importKind === 'type' || one.importKind === 'type' };
    }),
  );
}

export function namesOfReExport({ exportKind, specifiers }: ExportNamedDeclaration): TakenNames {
  if (specifiers.length === 0) return { values: exportKind === 'type' ? [] : ['*'], types: [] };
  return separate(
    specifiers.map((one) => ({
      name: textOf(one.local),
      isType: exportKind === 'type' || one.exportKind === 'type',
    })),
  );
}

/** Returns the names used in `const { a } = await import(…)` and `(await import(…)).a`, by the offset of `import`. */
export function namesOfAwaitedImports({ program, module }: ParsedFile): Map<number, TakenNames> {
  const taken = new Map<number, TakenNames>();
  if (module.dynamicImports.length === 0) return taken;
  const add = (from: Expression, names: readonly string[]) => {
    const loaded = from.type === 'AwaitExpression' ? from.argument : undefined;
    if (loaded?.type === 'ImportExpression') taken.set(loaded.start, { values: names, types: [] });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && init) add(init, propertyNames(id));
    },
    MemberExpression(node) {
      const from = node.object.type === 'ParenthesizedExpression' ? node.object.expression : node.object;
      add(from, [memberName(node) ?? '*']);
    },
  }).visit(program);
  return taken;
}

function separate(names: readonly TakenName[]): TakenNames {
  const namesOf = (isType: boolean) => names.filter((one) => one.isType === isType).map(({ name }) => name);
  return { values: namesOf(false), types: namesOf(true) };
}

function textOf(name: ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}
