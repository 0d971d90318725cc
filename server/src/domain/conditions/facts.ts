import type { goalFields, rotatorFields, UniqueScope } from '@waypost/contract/conditions.ts';

export type FactValue = string | number | boolean;

/** The fields that are asked for by name; the others follow from the time, the parameters and the visitor's past. */
export type FactField = Exclude<
  keyof typeof rotatorFields | keyof typeof goalFields,
  'param.NAME' | 'unique' | 'weekday' | 'hourOfDay' | 'date'
>;

/** What conditions ask of a visit or an event. Each is called only when a leaf needs it, possibly more than once. */
export type ConditionFacts = {
  /** When it happened, in milliseconds since 1970 in UTC. */
  readonly timeMs: number;
  /** Undefined where nothing is known; for a place that becomes `unknown`, for a yes or no it is no. */
  value(field: FactField): FactValue | undefined;
  /** A parameter of the link or of the postback, by its exact name. */
  param(name: string): string | undefined;
  /** Whether the visitor was not seen before in the window; without one, in the campaign's own. Goals never ask. */
  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean;
};
