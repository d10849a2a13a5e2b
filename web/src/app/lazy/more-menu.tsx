import { href } from '@tidemark/contract/pages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Menu, MenuLink } from '#ui/menu.tsx';
import { useMoreFace } from '../header-placeholders.tsx';
import { isAt, moreSections } from '../sections.ts';
import { usePlace } from '../use-place.ts';

/** The pages that the line of sections has no room for. */
export function MoreMenu({ startsOpen }: { startsOpen: boolean }) {
  const t = useText();
  const locale = useLocale();
  const current = usePlace();
  return (
    <Menu {...useMoreFace()} startsOpen={startsOpen}>
      {moreSections.map((section) => (
        <MenuLink key={section.page} to={href(locale, section.page)} isHere={isAt(section, current)}>
          {t(section.word)}
        </MenuLink>
      ))}
    </Menu>
  );
}
