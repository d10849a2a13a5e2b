import { useRouteLoaderData } from 'react-router';

/** True when the prices of the page are a simulator's: every figure made of them says so. */
export const useIsSimulated = (): boolean => useRouteLoaderData<{ simulated: boolean }>('root')?.simulated ?? false;
