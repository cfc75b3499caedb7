/** Fires the event `list` if a worker died and its list is lost. */
export const workerDeaths = new EventTarget();
