import { useEffect, useState } from 'react';

export interface MailLink {
  readonly kind: 'verify' | 'reset';
  readonly token: string;
}

/** The secret of a mail's link stands behind '#': it is read once and taken out of the address before anything else sees it. */
export function useMailLink(): { link: MailLink | null; drop(): void } {
  const [link, setLink] = useState<MailLink | null>(null);
  useEffect(() => {
    const read = () => {
      const [, kind, token] = /^#(verify|reset)=([\w-]{20,128})$/.exec(location.hash) ?? [];
      if (!kind || !token) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      setLink({ kind: kind as MailLink['kind'], token });
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return { link, drop: () => setLink(null) };
}
