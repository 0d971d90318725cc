import type { goalFields, rotatorFields, UniqueScope } from '@waypost/contract/conditions.ts';

export type FactValue = string | number | boolean;

/**
 * Fields that are read by name. The others are derived from the time, the parameters and the visitor's
 * history.
 */
export type FactField = Exclude<
  keyof typeof rotatorFields | keyof typeof goalFields,
  'param.NAME' | 'unique' | 'weekday' | 'hourOfDay' | 'date'
>;

/** Values of a visit or event. Each function is called only if a leaf needs it, possibly more than once. */
export type ConditionFacts = {
  readonly timeMs: number;
  /** Undefined if unknown. Unknown locations become `unknown`, unknown flags are false. */
  value(field: FactField): FactValue | undefined;
  param(name: string): string | undefined;
  /**
   * True if the visitor was not seen within the window, or the campaign's window if none is given. Goal
   * rules never call it.
   */
  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean;
};
