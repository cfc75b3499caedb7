/** Reserves the height of the timeline and its figures while they load. */
export const nodeTimelineRoom = 'min-h-128 max-md:min-h-194';
