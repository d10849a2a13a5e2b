import { Icon } from './icon.tsx';
import { Price } from './number.tsx';

/** A price outside of the long lists: grey, with its age behind it, once it is old. age: null while it is fresh. */
export function AgedPrice({ text, age, label }: { text: string | null; age: string | null; label: string | undefined }) {
  if (age === null) return <Price text={text} />;
  return (
    <span className="aged" title={label}>
      <span className="px stale">
        <Price text={text} />
      </span>
      <span className="age-mark">
        <Icon name="clock" size="small" />
        <bdi>{age}</bdi>
      </span>
    </span>
  );
}
