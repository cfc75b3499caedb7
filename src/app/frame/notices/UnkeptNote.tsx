import { useEffect, useState } from 'react';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { unkept } from '#app/url/settings.ts';

type State = 'not yet' | 'now' | 'before';
/** Whether the note was shown. It is shown once until the page closes, on whatever page of the app. */
let state: State = 'not yet';

export function UnkeptNote() {
  const [shown, setShown] = useState(state);
  const update = (next: State) => {
    state = next;
    setShown(next);
  };
  useEffect(() => {
    const listener = () => {
      if (state === 'not yet') update('now');
    };
    unkept.addEventListener('setting', listener);
    return () => unkept.removeEventListener('setting', listener);
  });
  return (
    <div aria-live="polite" className="fixed inset-x-0 bottom-0 z-40 no-print">
      {shown === 'now' && (
        <div className="border-t border-line-strong bg-s1">
          <p className="sheet flex items-center justify-between gap-4 py-2">
            <span>
              <b className="font-semibold">This browser can’t save settings.</b>{' '}
              <span className="text-text-2">Your choices last until you close this page.</span>
            </span>
            <button
              type="button"
              aria-label="Close"
              className="inline-flex size-6 shrink-0 items-center justify-center"
              onClick={() => update('before')}
            >
              <Icon name="close" />
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
