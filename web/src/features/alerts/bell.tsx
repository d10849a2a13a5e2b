import { useQuery } from '@tanstack/react-query';
import { href } from '@tidemark/contract/pages.ts';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { unreadFlag } from './alert-queries.ts';
import 'virtual:words/alerts';

/** The bell of a user who is logged in: a dot while there is something unread. */
export function AlertBell() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const { data } = useQuery(unreadFlag(api));
  const label = data?.unread ? t('alerts.bell', { count: data.count }) : t('nav.priceAlerts');
  const unread = data?.unread ? data.count : 0;
  // The icon of an installed app carries the same count; elsewhere there is no such thing, or it is refused.
  useEffect(() => void navigator.setAppBadge?.(unread).catch(() => {}), [unread]);
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), []);
  return (
    <Link
      className="icon-btn relative"
      to={href(locale, 'priceAlert') + (data?.unread ? '?tab=history' : '')}
      aria-label={label}
      title={label}
    >
      <Icon name="bell" />
      {data?.unread && <i className="bell-dot" />}
    </Link>
  );
}
