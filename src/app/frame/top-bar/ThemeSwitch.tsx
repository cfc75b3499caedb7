import { switchTheme } from '#app/url/settings.ts';
import { BarButton } from './BarButton.tsx';

/** @param inWords - whether its name stands beside the icon. */
export function ThemeSwitch({ inWords = false }: { readonly inWords?: boolean }) {
  return (
    <BarButton icon="theme" name="Switch between dark and light" inWords={inWords} onPress={switchTheme} />
  );
}
