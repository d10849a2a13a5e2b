// The frame around every page: header, footer, help, the bottom bar of phones, toasts.
import type { Announcement } from '@tidemark/contract/pages.ts';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useLocale, useText } from '#i18n/text.tsx';
import { replayEarlyEvents } from '#page/replay-early-events.ts';
import { IconSprite } from '#ui/icon.tsx';
import { ToastProvider } from '#ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { HelpLauncher } from './help-launcher.tsx';
import { useLazyParts } from './use-lazy-parts.ts';

const Footer = lazy(() => import('./lazy/footer.tsx').then((part) => ({ default: part.Footer })));

/** bare: for pages with a layout of their own, without header and footer. */
export function Shell({
  isSimulated,
  announcement,
  layout = 'site',
  children,
}: {
  isSimulated: boolean;
  announcement?: Announcement | null | undefined;
  layout?: 'site' | 'bare';
  children: ReactNode;
}) {
  const t = useText();
  useEffect(replayEarlyEvents, []);
  const main = (
    <main id="main" tabIndex={-1} className="wrap min-h-dvh flex-1 pt-5 pb-12 outline-none max-tablet:pt-4 max-tablet:pb-6">
      {children}
    </main>
  );
  return (
    <ToastProvider>
      <IconSprite />
      {layout === 'bare' ? (
        <>
          <LateParts isBare />
          {main}
        </>
      ) : (
        <>
          <a href="#main" className="btn primary fixed start-4 top-2 z-100 not-focus:sr-only">
            {t('nav.skip')}
          </a>
          {announcement && <AnnouncementBar of={announcement} />}
          <Header isSimulated={isSimulated} />
          {main}
          <LateParts />
          <Suspense>
            <Footer isSimulated={isSimulated} />
          </Suspense>
          <HelpLauncher isSimulated={isSimulated} />
          <BottomBar />
        </>
      )}
    </ToastProvider>
  );
}

/** It comes with the page, so that nothing moves; a visitor who changes the language reads no bar of the one before. */
function AnnouncementBar({ of: { locale, title, text, link } }: { of: Announcement }) {
  const shown = useLocale();
  if (locale !== null && locale !== shown) return null;
  return (
    <aside className="announcement" aria-label={title}>
      <a href={link}>
        <b>{title}</b> {text}
      </a>
    </aside>
  );
}

/** What comes after the first paint. */
function LateParts({ isBare }: { isBare?: boolean }) {
  const { parts } = useLazyParts();
  return parts && (isBare ? <parts.BareKeepers /> : <parts.LocationBanners />);
}
