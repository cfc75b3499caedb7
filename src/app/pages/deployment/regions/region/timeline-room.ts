/** Reserves the height of a timeline with few changed nodes while it loads. */
export const timelineRoom = 'min-h-68 max-md:min-h-96';
