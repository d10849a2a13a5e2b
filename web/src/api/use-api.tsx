import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Api } from './client.ts';
import { queries } from './queries.ts';

const ApiContext = createContext<Api | null>(null);

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi needs an ApiProvider');
  return api;
}

/** The query options of this page's api. */
export function useApiQueries(): ReturnType<typeof queries> {
  const api = useApi();
  return useMemo(() => queries(api), [api]);
}
