import { useNavigation } from 'react-router';

/** A press on a link is answered at once, whatever its page waits for: code, words, answers. */
export function PageProgress() {
  const isUnderWay = useNavigation().state !== 'idle';
  return isUnderWay ? <div className="page-progress" aria-hidden="true" /> : null;
}
