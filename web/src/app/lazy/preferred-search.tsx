import { CoinSearch } from '#features/coin-search/coin-search.tsx';
import { useChangeBase } from '#features/preferences/preferences.tsx';

export const PreferredSearch = ({ startsWith }: { startsWith: string | null }) => (
  <CoinSearch startsWith={startsWith} changeBase={useChangeBase()} />
);
