import { useEffect } from 'react';
import { setWallSound } from '#app/observe/alerts/alert-preferences.ts';
import { prepareTone, useSound } from '#app/observe/alerts/tone.ts';

/** Switches the sound of a wall on, and states if the browser blocks it or has none. */
export function WallSound() {
  const sound = useSound();
  useEffect(() => {
    setWallSound(true);
    prepareTone();
    return () => setWallSound(false);
  }, []);
  if (sound === 'ready') return null;
  return (
    <span>
      {sound === 'blocked' ? 'Sound is blocked until this page is clicked' : 'This browser can’t play sound'}
    </span>
  );
}
