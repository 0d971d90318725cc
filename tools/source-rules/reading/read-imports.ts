import { Visitor, type Expression, type Span, type TSImportTypeQualifier } from 'oxc-parser';
import { isGlobal, literalText, memberName } from './expressions.ts';
import {
  everything,
  namesOfAwaitedImports,
  namesOfDeclaration,
  namesOfReExport,
  type TakenNames,
} from './imported-names.ts';
import type { ParsedFile } from './parse.ts';
import type { PlacedUse } from './read-uses.ts';
import { resolveImport, type Target } from './resolve-import.ts';

export type Import = TakenNames & {
  specifier: string;
  target: Target;
  line: number;
  /** True for a re-export, which is considered used only if another file imports the name from this file. */
  isReExport: boolean;
  /** True for an import that is loaded at run time with `import()`. */
  isLazy: boolean;
};

type Way = Partial<Pick<Import, 'isReExport' | 'isLazy'>>;

const mockingFunctions = ['mock', 'doMock', 'unmock', 'doUnmock'];
const loadingFunctions = ['importActual', 'importMock'];

/**
 * Returns all imports of a file, including type imports. Imports with a computed target are returned as a separate
 * list.
 */
export function readImports(parsed: ParsedFile) {
  const { path, program, lineOf } = parsed;
  const imports: Import[] = [];
  const computedImports: PlacedUse[] = [];
  const awaited = namesOfAwaitedImports(parsed);
  const add = (specifier: string, at: Span, names: TakenNames, way: Way = {}) => {
    const target: Target = resolveImport(path, specifier);
    imports.push({ specifier, target, line: lineOf(at), ...names, isReExport: false, isLazy: false, ...way });
  };
  const addLoad = (loaded: Expression, at: Span, names: TakenNames = everything) => {
    const specifier = literalText(loaded);
    if (specifier === undefined) computedImports.push({ use: 'computed import', line: lineOf(at) });
    else add(specifier, at, names, { isLazy: true });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node, namesOfDeclaration(node)),
    ExportAllDeclaration: (node) => add(node.source.value, node, everything, { isReExport: true }),
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node, namesOfReExport(node), { isReExport: true });
    },
    ImportExpression: (node) => addLoad(node.source, node, awaited.get(node.start)),
    TSImportType({ source, qualifier, ...at }) {
      add(source.value, at, { values: [], types: [qualifier ? firstName(qualifier) : '*'] });
    },
    TSExternalModuleReference: (node) => add(node.expression.value, node, everything),
    CallExpression(node) {
      const [target] = node.arguments;
      if (!target || target.type === 'SpreadElement') return;
      if (isLoader(node.callee)) addLoad(target, node);
      // Mocking a module does not use its exports, so no names are added.
      const replaced = isCallOf(node.callee, 'vi', mockingFunctions) ? literalText(target) : undefined;
      if (replaced !== undefined) add(replaced, node, { values: [], types: [] });
    },
  }).visit(program);
  return { imports, computedImports };
}

function isLoader(callee: Expression): boolean {
  return (
    isGlobal(callee, 'require') ||
    isCallOf(callee, 'process', ['getBuiltinModule']) ||
    isCallOf(callee, 'vi', loadingFunctions)
  );
}

function isCallOf(callee: Expression, object: string, methods: readonly string[]): boolean {
  return (
    callee.type === 'MemberExpression' &&
    isGlobal(callee.object, object) &&
    methods.includes(memberName(callee) ?? '')
  );
}

function firstName(qualifier: TSImportTypeQualifier): string {
  return qualifier.type === 'TSQualifiedName' ? firstName(qualifier.left) : qualifier.name;
}
