import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // Few routes: the whole manifest ships with the page, and no extra request finds a route.
  routeDiscovery: { mode: 'initial' },
  // A screen and its loader are one small file each time: in two they would only make the route table longer.
  splitRouteModules: false,
} satisfies Config;
