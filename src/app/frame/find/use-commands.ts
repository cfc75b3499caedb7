import { useNotifying, usePermission, useSounding } from '#app/observe/alerts/alert-preferences.ts';
import { chooseNotifying, chooseSounding } from '#app/observe/alerts/choose.ts';
import type { IconName } from '#app/ui/elements/Icon.tsx';
import { switchTheme, themeNow, useDensity, useLetterKeys } from '#app/url/settings.ts';
import { showWallSetup } from '../top-bar/wall-setup.ts';
import type { Command } from './entries.ts';

export function useCommands(does: {
  readonly showKeys: () => void;
  readonly copyAddress: () => void;
  readonly say: (words: string) => void;
}): readonly Command[] {
  const [density, setDensity] = useDensity();
  const [letterKeys, setLetterKeys] = useLetterKeys();
  const isNotifying = useNotifying();
  const allowed = usePermission();
  const switchNotifying = async () => {
    if ((await chooseNotifying(!isNotifying)) === 'denied')
      does.say('Notifications are denied by the browser.');
  };
  const isSounding = useSounding();
  const other = themeNow() === 'dark' ? 'light' : 'dark';
  const action = (name: string, key: string, icon: IconName, act: () => void, also = ''): Command => ({
    kind: 'Action',
    name,
    detail: null,
    texts: [name, also],
    icon,
    key,
    act,
  });
  const setting = (name: string, on: boolean, icon: IconName, act: () => void, also = ''): Command => ({
    kind: 'Setting',
    name,
    detail: on ? 'on' : 'off',
    texts: [name, also],
    icon,
    stays: true,
    act,
  });
  return [
    action('Set up a wall', 'w', 'wall', () => showWallSetup(true), 'Open, screen'),
    action(`Switch to the ${other} theme`, 'd', 'theme', switchTheme, 'Appearance, dark or light mode'),
    action('Copy the address of this view', 'c', 'copy', does.copyAddress, 'Link, share'),
    action('List of keys', '?', 'more', does.showKeys, 'Keyboard shortcuts, help'),
    setting(
      'Compact rows',
      density === 'compact',
      'density',
      () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
      'Density, height of rows, comfortable',
    ),
    ...(allowed === 'unsupported'
      ? []
      : [
          {
            ...setting(
              'Notifications',
              isNotifying,
              'events',
              () => void switchNotifying(),
              'Alerts when something gets worse',
            ),
            ...(allowed === 'denied' ? { detail: 'denied by the browser' } : {}),
          },
        ]),
    setting('Sound', isSounding, 'events', () => chooseSounding(!isSounding), 'Alerts, tone'),
    setting('Single-letter keys', letterKeys, 'more', () => setLetterKeys(!letterKeys), 'Keyboard shortcuts'),
  ];
}
