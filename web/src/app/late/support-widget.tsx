// The customer chat, for whoever has written to it, is logged in, or opens it: everybody else loads none of it.
import { useState } from 'react';
import { knownKey } from '#features/support/known.ts';
import type { SupportProps } from '#features/support/support-corner.tsx';
import { withWords } from '#i18n/words.ts';
import { localStore } from '#page/check-session.ts';
import { useSession } from '#page/session.ts';
import { useWanted } from '#ui/use-wanted.ts';

const load = () => withWords(import('#features/support/support-corner.tsx'));

export function SupportWidget(props: SupportProps) {
  const { user } = useSession();
  const [isKnown] = useState(() => localStore.getItem(knownKey) !== null);
  const corner = useWanted(load, isKnown || user !== null || props.isOpen);
  return corner && <corner.SupportCorner {...props} />;
}
