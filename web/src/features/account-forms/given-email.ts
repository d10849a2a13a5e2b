import { useLocation } from 'react-router';

/** What was typed at one door is there at the next; it travels beside the address, never in it. */
export const emailState = (email: string): { readonly email: string } => ({ email });

export function useGivenEmail(): string {
  const state = useLocation().state as { email?: unknown } | null;
  return typeof state?.email === 'string' ? state.email : '';
}
