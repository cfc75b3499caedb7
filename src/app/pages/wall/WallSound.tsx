import { useEffect } from 'react';
import { prepareTone, useSound } from '#app/observe/alerts/tone.ts';
import { setWallSound } from '#app/observe/alerts/wishes.ts';

/** A wall with sound: says so where the browser keeps it silent. */
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
      {sound === 'blocked' ? 'Sound is blocked until this page is clicked' : 'This browser has no sound'}
    </span>
  );
}
