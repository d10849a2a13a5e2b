import { useNavigation } from 'react-router';

/** A press on a link is answered at once, while its page still waits for code, words or answers. */
export function PageProgress() {
  const isUnderWay = useNavigation().state !== 'idle';
  return isUnderWay ? <div className="page-progress" aria-hidden="true" /> : null;
}
