import { Icon } from '#app/ui/elements/Icon.tsx';
import { switchTheme } from '#app/url/settings.ts';

const name = 'Switch between dark and light';

/** @param inWords - whether its name stands beside the icon. */
export function ThemeSwitch({ inWords = false }: { readonly inWords?: boolean }) {
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
      onClick={switchTheme}
    >
      <Icon name="theme" />
      {inWords && <span aria-hidden="true">{name}</span>}
    </button>
  );
}
