import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { chooseHighlighted } from './choose-highlighted.ts';
import { replaceOnType } from './replace-on-type.ts';

const ink: MantineColorsTuple = [
  '#eef3ff',
  '#dce5fb',
  '#b6c8f5',
  '#8ca8f0',
  '#6a8eec',
  '#4f79e4',
  '#2f5fd0',
  '#2650b4',
  '#1e4398',
  '#16357c',
];

// Shades of the dark theme, from the text color to the background color.
const dark: MantineColorsTuple = [
  '#d7dbe2',
  '#b3bac5',
  '#8c95a3',
  '#5c6572',
  '#3a414c',
  '#2a3038',
  '#1c2027',
  '#15181d',
  '#0f1115',
  '#0a0c0f',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: 6,
  colors: { ink, dark },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  // Components are configured by name, so that each component is bundled only with the screens that use it.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 600 } },
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { styles: { title: { fontWeight: 600 } } },
    // A `header` element would be a second banner of the page.
    DrawerHeader: { defaultProps: { component: 'div' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      vars: () => ({
        label: {},
        description: { '--input-description-size': '0.75rem' },
        error: { '--input-error-size': '0.75rem' },
        success: {},
      }),
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: { transitionProps: { duration: 120 }, radius: 'md' },
      styles: { title: { fontWeight: 600 } },
    },
    ModalHeader: { defaultProps: { component: 'div' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: { size: 'sm', wrapperProps: { onKeyDownCapture: chooseHighlighted }, ...replaceOnType },
    },
    Table: { defaultProps: { fz: 'sm', verticalSpacing: 6, horizontalSpacing: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** Sizes and colors for which Mantine has no variables. The README of the panel describes when to use them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--wp-font-size-note': '0.6875rem', '--wp-alert': '#b3261e' },
  light: {
    '--wp-ground': '#f7f8fa',
    '--wp-surface': '#ffffff',
    '--wp-line': '#e3e6eb',
    '--wp-good': '#0b6b3a',
    '--wp-bad': '#b3261e',
    '--wp-warning': '#7a4d00',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-dimmed': '#5b6472',
  },
  dark: {
    '--wp-ground': '#0f1115',
    '--wp-surface': '#15181d',
    '--wp-line': '#2a3038',
    '--wp-good': '#5fce8f',
    '--wp-bad': '#ff8a80',
    '--wp-warning': '#ffc966',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-dimmed': '#9aa3b1',
    '--mantine-color-anchor': '#7aa2ff',
  },
});
