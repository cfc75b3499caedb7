import { Icon, type IconName } from '#app/ui/elements/Icon.tsx';

export function BarButton({
  icon,
  name,
  inWords,
  onPress,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly inWords: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={
        inWords
          ? 'flex w-full items-center gap-2.5 px-4 py-2.5'
          : 'inline-flex size-6 items-center justify-center'
      }
      aria-label={name}
      title={name}
      onClick={onPress}
    >
      <Icon name={icon} />
      {inWords && <span aria-hidden="true">{name}</span>}
    </button>
  );
}
