import { switchTheme } from '#app/url/settings.ts';
import { BarButton } from './BarButton.tsx';

/**
 * Button between the dark and the light theme.
 * @param inWords - whether the name is visible beside the icon.
 */
export function ThemeSwitch({ inWords = false }: { readonly inWords?: boolean }) {
  return (
    <BarButton icon="theme" name="Switch between dark and light" inWords={inWords} onPress={switchTheme} />
  );
}
