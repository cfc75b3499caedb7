/** Tells, as an event `list`, that a worker died with the list it held. */
export const workerDeaths = new EventTarget();
