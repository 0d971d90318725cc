import { visitAttributeNames, type VisitAttribute } from '@waypost/contract/visits/visit-attributes.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name;

export type AttributeColumn = SnakeCase<VisitAttribute>;

export function columnOf<Name extends VisitAttribute>(name: Name): SnakeCase<Name> {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>;
}

export const attributeColumns: readonly AttributeColumn[] = visitAttributeNames.map(columnOf);
