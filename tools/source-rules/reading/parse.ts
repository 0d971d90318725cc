import { parseSync, type ParseResult, type Span } from 'oxc-parser';

export type SourceFile = { path: string; source: string };

export type ParsedFile = Pick<ParseResult, 'program' | 'module' | 'errors'> & {
  path: string;
  lineOf: (at: Pick<Span, 'start'>) => number;
};

export function parse({ path, source }: SourceFile): ParsedFile {
  const { program, module, errors } = parseSync(path, source);
  return {
    path,
    program,
    module,
    errors,
    lineOf: ({ start }) => source.slice(0, start).split('\n').length,
  };
}
