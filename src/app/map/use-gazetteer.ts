import { useEffect, useState } from 'react';
import { createGazetteer, type Gazetteer } from '#domain/regions/places/gazetteer.ts';
import { keepTrying } from '../ui/loading/keep-trying.ts';

let loading: Promise<Gazetteer> | null = null;
let loaded: Gazetteer | null = null;

async function load(): Promise<Gazetteer> {
  const { default: text } = await keepTrying(() => import('virtual:gazetteer'));
  loaded = createGazetteer(text);
  return loaded;
}

/** The gazetteer, loaded by the first part of a page that asks for it; `null` until it is there. */
export function useGazetteer(): Gazetteer | null {
  const [gazetteer, setGazetteer] = useState(loaded);
  useEffect(() => {
    loading ??= load();
    void loading.then(setGazetteer);
  }, []);
  return gazetteer;
}
