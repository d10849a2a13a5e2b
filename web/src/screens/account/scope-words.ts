import type { AccessScope } from '@tidemark/contract/access-scopes.ts';

export const scopeWords = {
  'alerts:read': 'accounts.tokens.alertsRead',
  'alerts:write': 'accounts.tokens.alertsWrite',
  'favorites:read': 'accounts.tokens.favoritesRead',
  'favorites:write': 'accounts.tokens.favoritesWrite',
} as const satisfies Record<AccessScope, string>;
