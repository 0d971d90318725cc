export { Notifications } from '@mantine/notifications';
export { NotificationBell, NotificationAnnouncer } from './notices/notification-bell.tsx';
export { SearchDialog } from './search/search-dialog.tsx';
export { MenuDrawer } from './menu-drawer.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { UserMenu } from './user-menu.tsx';
export { WorkspaceMenu } from './workspace-menu.tsx';
