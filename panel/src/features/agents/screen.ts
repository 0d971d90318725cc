import { IconRobot } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
});

export const agents = defineScreen({
  path: '/agents',
  routes: [page],
  chapter: 'members-and-keys',
  navigation: {
    label: 'AI agents',
    icon: IconRobot,
    group: 'Administration',
    needs: 'agents.connect',
    words: 'ai mcp claude chatgpt connections assistant',
  },
});
