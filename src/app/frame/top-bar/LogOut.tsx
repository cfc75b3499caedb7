import { useState } from 'react';
import { hostAddress } from '#app/delivered/base.ts';
import { session } from '#app/delivered/config.ts';
import { BarButton } from './BarButton.tsx';

const name = 'Log out';

export default function LogOut({ inWords = false }: { readonly inWords?: boolean }) {
  const [hasFailed, setHasFailed] = useState(false);
  const leave = async () => {
    try {
      // The host redirects to its log-in page. The content security policy forbids a script to follow that
      // redirect.
      const { type } = await fetch(hostAddress('logout'), { method: 'POST', redirect: 'manual' });
      if (type !== 'opaqueredirect') throw new Error('refused');
      // The second address ends the session at the identity provider too.
      globalThis.location.assign(hostAddress(session === 'oidc' ? 'logout' : 'login'));
    } catch {
      setHasFailed(true);
    }
  };
  const title = hasFailed ? 'Not logged out: the host refused or did not respond' : name;
  return <BarButton icon="leave" name={title} inWords={inWords} onPress={() => void leave()} />;
}
