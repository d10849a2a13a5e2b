import { Icon } from './icon.tsx';

interface StarButtonProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly tabIndex?: 0 | -1 | undefined;
  onPress(): void;
}

export function StarButton({ label, isOn, tabIndex, onPress }: StarButtonProps) {
  return (
    <button
      type="button"
      className="star"
      aria-label={label}
      aria-pressed={isOn}
      tabIndex={tabIndex}
      suppressHydrationWarning
      onClick={onPress}
    >
      <Icon name="star" />
    </button>
  );
}
