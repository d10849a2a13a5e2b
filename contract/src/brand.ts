// Whose site it is, as its pages say it.
import type { Locale } from './locales.ts';

/** The name of a site whose operator has given it no other. */
export const productName = 'Tidemark';

/** English is always there; a language without words of its own reads it. */
export type BrandText = Readonly<Partial<Record<Locale, string>> & { en: string }>;

export interface SiteBrand {
  readonly name: string;
  /** True = /brand.css has a look of its own. */
  readonly isStyled: boolean;
  /** Terms, privacy, imprint, then the places elsewhere where the operator is met. */
  readonly links: readonly { readonly label: BrandText; readonly href: string }[];
  /** Stands in place of the note about this program's licence. */
  readonly note: BrandText | null;
}

export const ownBrand: SiteBrand = { name: productName, isStyled: false, links: [], note: null };

/** What a file is called that people save here. */
export const fileNameOf = (siteName: string, rest: string): string =>
  `${siteName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${rest}`;
