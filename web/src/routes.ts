// Which screen answers which address. What an address means (language, page, parameters) is said once, in
// contract/pages.ts; here only the modules are tied to it, and everything else falls to the last line.
import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route(':locale?/markets/spot/*', 'screens/spot/index.tsx', { id: 'markets-spot' }),
  route(':locale?/markets/futures/*', 'screens/futures/index.tsx', { id: 'markets-futures' }),
  route(':locale?/markets/margin/*', 'screens/margin/index.tsx', { id: 'markets-margin' }),
  route(':locale?/markets/onChain/*', 'screens/on-chain/index.tsx', { id: 'markets-onChain' }),
  route(':locale?/markets/coin/*', 'screens/coin/index.tsx', { id: 'coin' }),
  route(':locale?/markets/overview', 'screens/overview/index.tsx'),
  route(':locale?/price-alert', 'screens/price-alert/index.tsx'),
  route(':locale?/markets/trading-data/*', 'screens/trading-data/index.tsx'),
  route(':locale?/markets/bitcoin-halving', 'screens/halving/index.tsx'),
  route(':locale?/markets/tokens/*', 'screens/tokens/index.tsx'),
  route(':locale?/markets/fear-and-greed-index', 'screens/fear-greed/index.tsx'),
  route(':locale?/markets/trends/*', 'screens/trends/index.tsx'),
  route(':locale?/markets/rank/*', 'screens/rank/index.tsx'),
  route(':locale?/markets/change', 'screens/movers/index.tsx'),
  route(':locale?/markets/leading', 'screens/sectors/index.tsx'),
  route(':locale?/markets/leadingDetail/*', 'screens/sector-detail/index.tsx'),
  route(':locale?/market-maker', 'screens/market-maker/index.tsx'),
  route(':locale?/markets/crypto-policy', 'screens/policy/index.tsx'),
  route(':locale?/login', 'screens/login/index.tsx'),
  route(':locale?/register', 'screens/register/index.tsx'),
  route(':locale?/forgot-password', 'screens/forgot-password/index.tsx'),
  route(':locale?/account', 'screens/account/index.tsx'),
  route(':locale?/markets/favorite/*', 'screens/favorite/index.tsx', { id: 'markets-favorite' }),
  route(':locale?/markets/shared/:token', 'screens/shared-list/index.tsx'),
  route(':locale?/support-desk', 'screens/support-desk/index.tsx'),
  route(':locale?/markets/error', 'screens/error/index.tsx'),
  index('screens/catch-all/index.ts', { id: 'home' }),
  route('*', 'screens/catch-all/index.ts', { id: 'anything-else' }),
] satisfies RouteConfig;
