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
  /** What is handed on is used only by whoever takes it from here. */
  isReExport: boolean;
  /** Loaded when the code comes to it, and not with the file. */
  isLazy: boolean;
};

type Way = Partial<Pick<Import, 'isReExport' | 'isLazy'>>;

const mockingFunctions = ['mock', 'doMock', 'unmock', 'doUnmock'];
const loadingFunctions = ['importActual', 'importMock'];

/** All that a file imports, type-only or not; an import whose target is only known at run time is told apart. */
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
      // To put something in the place of a module is no use of what it exports.
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
