/** What a personal token may do (access.ts). Each stands for itself: a token that may write may not thereby read. */
export const accessScopes = ['alerts:read', 'alerts:write', 'favorites:read', 'favorites:write'] as const;
export type AccessScope = (typeof accessScopes)[number];
