export { compileConditions, type CompiledConditions } from './compile-conditions.ts';
export type { CompileOptions, InputReader } from './read-input.ts';
export { evaluate } from './compile-conditions.ts';
export { explainConditions, listFields, type WhyUnknown } from './explain-conditions.ts';
export type { ConditionFacts, FactField, FactValue, GoalField } from './facts.ts';
export { fieldReader, requiredValues } from './required-values.ts';
export { fold } from './text-matcher.ts';
