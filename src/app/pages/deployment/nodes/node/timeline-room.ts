/** As high as the timeline of a node is, with its figures: kept while it is asked for. */
export const nodeTimelineRoom = 'min-h-128 max-md:min-h-194';
