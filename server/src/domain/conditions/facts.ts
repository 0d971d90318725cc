import type { goalFields, rotatorFields, UniqueScope } from '@waypost/contract/conditions.ts';

export type FactValue = string | number | boolean;

/**
 * Fields that are read by name. The other fields are derived from the time, the parameters and the visitor's history.
 */
export type FactField = Exclude<
  keyof typeof rotatorFields | keyof typeof goalFields,
  'param.NAME' | 'unique' | 'weekday' | 'hourOfDay' | 'date'
>;

/** Values of a visit or event. Each function is called only if a leaf needs it, possibly more than once. */
export type ConditionFacts = {
  readonly timeMs: number;
  /**
   * Returns the value of a field, or undefined if it is unknown. Unknown locations become `unknown`, and unknown flags
   * are false.
   */
  value(field: FactField): FactValue | undefined;
  param(name: string): string | undefined;
  /**
   * Returns true if the visitor was not seen within the given window, or within the campaign's window if no window is
   * given. Goal rules never call this function.
   */
  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean;
};
