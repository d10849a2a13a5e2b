import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

export function Button({ kind, className = '', ...rest }: ComponentProps<'button'> & { kind?: 'primary' | 'quiet' }) {
  return <button type="button" className={`btn ${kind ?? ''} ${className}`} {...rest} />;
}

/** A button with only an icon needs a label for screen readers. */
export function IconButton({ icon, label, className = '', ...rest }: ComponentProps<'button'> & { icon: IconName; label: string }) {
  return (
    <button type="button" className={`icon-btn ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
