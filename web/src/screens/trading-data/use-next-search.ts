import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** The choices of the address as it is about to be: one that is made while another is still under way keeps it. */
export function useNextSearch(): URLSearchParams {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next?.pathname === pathname ? new URLSearchParams(next.search) : search;
}
