/** What `useLater` brings, in one piece: the first sight of a page does without it. */
export { Notifications } from '@mantine/notifications';
export { Bell, NoticesSaid } from './notices/bell.tsx';
export { SearchDialog } from './search/search-dialog.tsx';
export { MenuDrawer } from './menu-drawer.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { UserMenu } from './user-menu.tsx';
export { WorkspaceMenu } from './workspace-menu.tsx';
