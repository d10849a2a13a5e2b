import { defaultLocale, languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { createContext, useContext } from 'react';

/** The language of the page, from its address. */
export const LocaleContext = createContext<Locale>(defaultLocale);
export const useLocale = (): Locale => useContext(LocaleContext);

export const dirOf = (locale: Locale): 'ltr' | 'rtl' => (languageOf(locale).rtl ? 'rtl' : 'ltr');
