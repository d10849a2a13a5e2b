import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useWriteFailure } from '#page/write-failure.ts';

export interface MailLink {
  readonly kind: 'verify' | 'reset';
  readonly token: string;
}

/** The secret of a mail's link stands behind '#': it is read once and taken out of the address before anything else sees it. */
export function useMailLink(onVerified: () => void): { link: MailLink | null; failure: string | null; drop(): void } {
  const api = useApi();
  const failureText = useWriteFailure();
  const [link, setLink] = useState<MailLink | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const verify = useEffectEvent(async (token: string) => {
    setFailure(null);
    try {
      await api.call('verifyEmail', { token });
      onVerified();
    } catch (error) {
      setFailure(failureText(error));
    }
    setLink(null);
  });
  useEffect(() => {
    const read = () => {
      const [, kind, token] = /^#(verify|reset)=([\w-]{20,128})$/.exec(location.hash) ?? [];
      if (!kind || !token) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      setLink({ kind: kind as MailLink['kind'], token });
      if (kind === 'verify') void verify(token);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return { link, failure, drop: () => setLink(null) };
}
