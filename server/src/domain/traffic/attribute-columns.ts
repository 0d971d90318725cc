import {
  visitAttributeNames,
  type VisitAttribute,
  type VisitAttributeValues,
} from '@waypost/contract/visit-attributes.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name;

/** The name by which rows have an attribute. */
export type AttributeColumn = SnakeCase<VisitAttribute>;

export function columnOf<Name extends VisitAttribute>(name: Name): SnakeCase<Name> {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;
}

/** In the order of rows. */
export const attributeColumns: readonly AttributeColumn[] = visitAttributeNames.map(columnOf);

/** A visit as it was recorded; null is what is not known. */
export type RecordedVisit = VisitAttributeValues & {
  workspaceId: string;
  campaignId: string;
  visitId: string;
  /** When it was. */
  timeMs: number;
  /** What it cost, as an exact decimal. */
  cost: string;
};
