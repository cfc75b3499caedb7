/** Plays one short synthesised tone. Browsers may block it until the page is clicked. */

import { useStore } from '#app/ui/host.ts';

const hertz = 660;
const seconds = 0.35;
const loudness = 0.2;

export type Sound = 'ready' | 'blocked' | 'unsupported';

let context: AudioContext | null | undefined;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function unblock(): void {
  if (context?.state === 'suspended') void context.resume();
}

/** Prepares the tone. If the browser blocks it, the next click or key press unblocks it. */
export function prepareTone(): void {
  if (context !== undefined) return unblock();
  context = typeof AudioContext === 'undefined' ? null : new AudioContext();
  context?.addEventListener('statechange', notifyListeners);
  document.addEventListener('pointerdown', unblock);
  document.addEventListener('keydown', unblock);
  notifyListeners();
}

function soundNow(): Sound {
  if (context === undefined) return 'ready';
  if (context === null) return 'unsupported';
  return context.state === 'running' ? 'ready' : 'blocked';
}

/** Plays the tone with fades, because a hard edge would click. */
export function playTone(): void {
  prepareTone();
  if (!context || context.state !== 'running') return;
  const from = context.currentTime;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  gain.connect(context.destination);
  const tone = context.createOscillator();
  tone.frequency.value = hertz;
  tone.connect(gain);
  tone.start(from);
  tone.stop(from + seconds);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSound(): Sound {
  return useStore(subscribe, soundNow);
}
