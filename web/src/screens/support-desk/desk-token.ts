// The token lasts as long as the tab, never longer.
const key = 'support.desk';

export function readToken(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
export function keepToken(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // Asked for again after a reload.
  }
}
export function forgetToken(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There was nothing to keep it in.
  }
}
