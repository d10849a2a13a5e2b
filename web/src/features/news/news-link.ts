import type { Locale } from '@tidemark/contract/locales.ts';
import { swapLocale } from '@tidemark/contract/pages.ts';

/** Where an article leads: to a page of ours, to another site, or nowhere. */
export type NewsLink =
  | { readonly kind: 'own'; readonly to: string }
  | { readonly kind: 'away'; readonly to: string; readonly host: string }
  | null;

/** Links come from feeds of others: what is not plainly an address of the web leads nowhere. */
export function newsLink(link: string, locale: Locale, publicUrl: string): NewsLink {
  const isPath = /^\/(?![/\\])/.test(link);
  let url: URL;
  try {
    url = new URL(link, isPath ? publicUrl : undefined);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (isPath || url.origin === originOf(publicUrl)) return { kind: 'own', to: swapLocale(url.pathname, locale) + url.search + url.hash };
  return { kind: 'away', to: url.href, host: url.hostname.replace(/^www\./, '') };
}

function originOf(publicUrl: string): string | null {
  try {
    return new URL(publicUrl).origin;
  } catch {
    return null;
  }
}
