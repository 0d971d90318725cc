/**
 * Button props for an action that deletes something, ends access or stops a credential from working. Undoable actions,
 * such as archiving, are ordinary buttons.
 */
export const danger = { variant: 'default', c: 'var(--wp-bad)' } as const;

/** Color of the button that carries out such an action. */
export const dangerColor = 'red.9';
