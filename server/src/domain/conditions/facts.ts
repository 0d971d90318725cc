import type { goalFields, UniqueScope } from '@waypost/contract/conditions/conditions.ts';
import type { VisitorField } from '@waypost/contract/rotators/evaluation.ts';

export type FactValue = string | number | boolean;

export type GoalField = Exclude<keyof typeof goalFields, 'param.NAME'>;
/**
 * Fields that are read by name. The other fields are derived from the time, the parameters and the visitor's history.
 */
export type FactField = VisitorField | GoalField;

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
   * Returns true if the visitor was not seen within the given window, or within 24 hours if no window is given. Goal
   * rules never call this function.
   */
  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean;
};
