/** What the lists of records can be narrowed by; everything that is left out does not narrow. */
export type RecordFilter = {
  text?: string | undefined;
  ids?: string[] | undefined;
  country?: string | undefined;
  includeArchived?: boolean | undefined;
};

/** Where the next page begins: after this row. */
export type PageStart = { createdAt: Date; id: string };

/** The pattern for names that contain the text; what the database takes for wildcards stands for itself. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
