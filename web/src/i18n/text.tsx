// Words on the page. TextProvider makes a language's words readable below it; useText() gives the function that reads
// them. The words must have been loaded before (loadWords); if they were not, the page speaks with those it has and
// changes over when they arrive.
import { setupI18n } from '@lingui/core';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { Children, createContext, use, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { LocaleContext } from './locale-context.ts';
import { splitRich } from './rich.ts';
import type { Words } from './word-shelf.ts';
import { wordShelf, type WordId } from './words.ts';

export { dirOf, useLocale } from './locale-context.ts';

export type WordValues = Readonly<Record<string, string | number>>;
export type Text = (id: WordId, values?: WordValues) => string;

const TextContext = createContext<Text | null>(null);

export function TextProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const words = useWords(locale);
  const text = useMemo(() => createText(words), [words]);
  return (
    <LocaleContext value={locale}>
      <TextContext value={text}>{children}</TextContext>
    </LocaleContext>
  );
}

function useWords(locale: Locale): Words {
  const [, setArrivals] = useState(0);
  const words = wordShelf.loaded(locale);
  useEffect(() => {
    let isHere = true;
    void wordShelf.load(locale).then((arrived) => isHere && arrived !== words && setArrivals((count) => count + 1));
    return () => {
      isHere = false;
    };
  }, [locale, words]);
  const shown = words ?? wordShelf.newest();
  if (!shown) throw new Error('TextProvider needs loadWords()');
  return shown;
}

/** Outside of a page that is shown: for its title. */
export function createText({ locale, messages }: Words): Text {
  const { formatTag: tag } = languageOf(locale);
  // Latin digits, as in every other figure of the page.
  const i18n = setupI18n({ locale: tag, locales: `${tag}-u-nu-latn`, messages: { [tag]: messages } });
  return (id, values) => {
    if (!Object.hasOwn(messages, id)) {
      // The screen is here before its words: the page before stays until they are.
      const wait = wordShelf.missing(locale, id);
      if (wait) use(wait);
    }
    // A shelf has come since.
    if (!Object.hasOwn(i18n.messages, id)) i18n.load(tag, messages);
    return i18n._(id, values);
  };
}

export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error('useText needs a TextProvider');
  return text;
}

export type RichTags = Readonly<Record<string, (text: string) => ReactNode>>;

/** For 'By going on you accept <link>the rules</link>.': rich('terms.accept', { link: (text) => <a href={…}>{text}</a> }). */
export function useRichText(): (id: WordId, tags: RichTags, values?: WordValues) => ReactNode {
  const text = useText();
  return useCallback(
    (id, tags, values) =>
      Children.toArray(
        splitRich(text(id, values), Object.keys(tags)).map((part) => (typeof part === 'string' ? part : tags[part.tag]?.(part.text))),
      ),
    [text],
  );
}
