import { useEffect, useState } from 'react';
import {
  createGazetteer,
  type Gazetteer,
  isEnoughFor,
  joinGazetteers,
} from '#domain/regions/places/gazetteer.ts';
import { keepTrying } from '../ui/loading/keep-trying.ts';

interface NamedPlace {
  readonly name: string | null;
  readonly country: string | null;
}

let usual: Promise<Gazetteer> | null = null;
let all: Promise<Gazetteer> | null = null;
let loaded: { readonly gazetteer: Gazetteer; readonly isComplete: boolean } | null = null;

async function loadUsual(): Promise<Gazetteer> {
  const { default: text } = await keepTrying(() => import('virtual:gazetteer'));
  const gazetteer = createGazetteer(text);
  loaded ??= { gazetteer, isComplete: false };
  return gazetteer;
}

async function loadAll(): Promise<Gazetteer> {
  const others = keepTrying(() => import('virtual:gazetteer-others'));
  const gazetteer = joinGazetteers(await usualGazetteer(), createGazetteer((await others).default));
  loaded = { gazetteer, isComplete: true };
  return gazetteer;
}

/** Loads the gazetteer with the cities of most regions. */
function usualGazetteer(): Promise<Gazetteer> {
  usual ??= loadUsual();
  return usual;
}

/**
 * Returns the gazetteer (positions of cities), loaded on first use; `null` until it covers the places.
 * @param places - places that the gazetteer must cover. The complete gazetteer is loaded only if the usual
 * one does not cover them, or without this parameter.
 */
export function useGazetteer(places?: readonly NamedPlace[]): Gazetteer | null {
  const [here, setHere] = useState(loaded);
  const isEnough =
    here !== null && (here.isComplete || places?.every((place) => isEnoughFor(here.gazetteer, place)) === true);
  const isUsual = here === null && places !== undefined;
  useEffect(() => {
    if (isEnough) return undefined;
    let current = true;
    all ??= isUsual ? null : loadAll();
    void (isUsual ? usualGazetteer() : all)?.then(() => current && setHere(loaded));
    return () => {
      current = false;
    };
  }, [isEnough, isUsual]);
  return isEnough ? here.gazetteer : null;
}
