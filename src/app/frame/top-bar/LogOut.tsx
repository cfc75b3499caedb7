import { useState } from 'react';
import { hostAddress } from '#app/delivered/base.ts';
import { BarButton } from './BarButton.tsx';

const name = 'Log out';

/**
 * Ends the session, and leads to the log-in page; there nothing of what was seen is left.
 *
 * @param inWords - whether its name stands beside the icon.
 */
export default function LogOut({ inWords = false }: { readonly inWords?: boolean }) {
  const [hasFailed, setHasFailed] = useState(false);
  const leave = async () => {
    try {
      // Told to be a page that follows, it would be one of another policy: the host's answer is not needed.
      await fetch(hostAddress('logout'), { method: 'POST', redirect: 'manual' });
      globalThis.location.assign(hostAddress('login'));
    } catch {
      setHasFailed(true);
    }
  };
  const title = hasFailed ? 'Not logged out: the host does not answer' : name;
  return <BarButton icon="leave" name={title} inWords={inWords} onPress={() => void leave()} />;
}
