// Which screen answers which address. What an address means (language, page, parameters) is said once, in
// contract/pages.ts; here only the modules are tied to it, and everything else falls to the last line.
import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The names travel with every page: short ones. */
const screen = (path: string, name: string) => route(`:locale?/${path}`, `screens/${name}/index.tsx`, { id: name });
const list = (path: string, name: string) => route(`:locale?/markets/${path}/*`, `screens/markets/${name}.tsx`, { id: path });

export default [
  list('spot', 'index'),
  list('futures', 'futures'),
  list('margin', 'margin'),
  list('onChain', 'on-chain'),
  list('favorite', 'favorite-screen'),
  screen('markets/shared/:token', 'shared-list'),
  screen('markets/coin/*', 'coin'),
  screen('markets/overview', 'overview'),
  screen('price-alert', 'price-alert'),
  screen('markets/trading-data/*', 'trading-data'),
  screen('markets/bitcoin-halving', 'halving'),
  screen('markets/tokens/*', 'tokens'),
  screen('markets/fear-and-greed-index', 'fear-greed'),
  screen('markets/rank/*', 'rank'),
  screen('markets/change', 'movers'),
  screen('markets/leading', 'sectors'),
  screen('markets/leadingDetail/*', 'sector-detail'),
  screen('login', 'login'),
  screen('register', 'register'),
  screen('forgot-password', 'forgot-password'),
  screen('account', 'account'),
  screen('markets/error', 'error'),
  index('screens/not-open-yet/index.tsx', { id: 'home' }),
  route('*', 'screens/not-open-yet/index.tsx', { id: 'anything-else' }),
] satisfies RouteConfig;
