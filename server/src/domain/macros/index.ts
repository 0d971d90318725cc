export { appendParameters } from './fill-template.ts';
export { explainTemplate } from './explain-template.ts';
export { encodeValue } from './encode-value.ts';
export { fillTemplate, urlLengthMax, type MacroValue, type MacroValues } from './fill-template.ts';
export { isUnfilledMacro } from './is-unfilled-macro.ts';
export {
  listMacros,
  meaningOf,
  parseTemplate,
  type MacroPart,
  type UrlTemplate,
  type WrittenMacro,
} from './parse-template.ts';
export { filledValue, sourceReader, type SourceValues } from './source-values.ts';
export { visitMacros, type VisitForMacros } from './visit-macros.ts';
