import {
  attributeDescriptions,
  visitAttributeNames,
  type AttributeTable,
  type VisitAttribute,
  type VisitAttributeDescription,
} from './visit-attributes.ts';

export type AttributeConditions = {
  [
    Name in VisitAttribute as AttributeTable[Name] extends {
      condition: { name: infer Condition extends string };
    }
      ? Condition
      : never
  ]: AttributeTable[Name] extends { condition: { field: infer Field } } ? Field : never;
};

export type AttributeDimensions = {
  [
    Name in VisitAttribute as AttributeTable[Name] extends { dimension: { id: infer Id extends string } }
      ? Id
      : never
  ]: Name;
};

export type AttributeMacros = {
  [
    Name in VisitAttribute as AttributeTable[Name] extends { macro: { name: infer Macro extends string } }
      ? Macro
      : never
  ]: Name;
};

/** Macros whose values are stored with the visit, so a recorded URL does not need to repeat the values. */
export type KeptAttributeMacro = {
  [Macro in keyof AttributeMacros]: AttributeTable[AttributeMacros[Macro]] extends { macro: { isKept: true } }
    ? Macro
    : never;
}[keyof AttributeMacros];

function byPart<Part extends object>(
  pick: (description: VisitAttributeDescription) => [key: string, part: Part] | undefined,
): [key: string, attribute: VisitAttribute, part: Part][] {
  return visitAttributeNames.flatMap((name) => {
    const picked = pick(attributeDescriptions[name]);
    return picked === undefined ? [] : [[picked[0], name, picked[1]] as [string, VisitAttribute, Part]];
  });
}

export const attributeConditions = Object.fromEntries(
  byPart(({ condition }) => (condition === undefined ? undefined : [condition.name, condition.field])).map(
    ([key, , field]) => [key, field],
  ),
) as AttributeConditions;

const dimensionParts = byPart(({ dimension }) =>
  dimension === undefined ? undefined : [dimension.id, dimension],
);

export const attributeOfDimension = Object.fromEntries(
  dimensionParts.map(([key, name]) => [key, name]),
) as AttributeDimensions;

const macroParts = byPart(({ macro }) => (macro === undefined ? undefined : [macro.name, macro]));

export const attributeOfMacro = Object.fromEntries(
  macroParts.map(([key, name]) => [key, name]),
) as AttributeMacros;

export const attributeMacros = Object.fromEntries(
  macroParts.map(([key, , { meaning, aliases }]) => [
    key,
    aliases === undefined ? { meaning } : { meaning, aliases },
  ]),
) as Record<keyof AttributeMacros, { meaning: string; aliases?: readonly string[] }>;

export const keptAttributeMacros = macroParts
  .filter(([, , { isKept }]) => isKept === true)
  .map(([key]) => key) as KeptAttributeMacro[];
