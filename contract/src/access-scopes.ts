/** What a personal token may do (access.ts). Each stands for itself: who may write is not thereby told what there is. */
export const accessScopes = ['alerts:read', 'alerts:write', 'favorites:read', 'favorites:write'] as const;
export type AccessScope = (typeof accessScopes)[number];
